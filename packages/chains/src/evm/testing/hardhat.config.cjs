// A chain that makes a block for each transaction, until a test says otherwise. Everything that it writes goes to where the test says.
module.exports = {
  solidity: '0.8.26',
  networks: { hardhat: { chainId: 31337 } },
  paths: { root: process.env.HARDHAT_ROOT },
};
