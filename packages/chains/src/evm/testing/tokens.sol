// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.26;

/// A plain ERC-20. A counterfeit is another one of these, with the same symbol.
contract PlainToken {
    event Transfer(address indexed from, address indexed to, uint256 amount);

    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;

    constructor() {
        balanceOf[msg.sender] = 1e18;
        emit Transfer(address(0), msg.sender, 1e18);
    }

    function transfer(address to, uint256 amount) public virtual returns (bool) {
        move(to, amount, amount);
        return true;
    }

    /// Several transfers in one transaction.
    function transferMany(address[] calldata to, uint256 amount) external {
        for (uint256 at = 0; at < to.length; at++) move(to[at], amount, amount);
    }

    function move(address to, uint256 amount, uint256 arrives) internal {
        require(balanceOf[msg.sender] >= amount, "too little");
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += arrives;
        emit Transfer(msg.sender, to, amount);
    }
}

/// Says no by its answer instead of failing.
contract FalseToken is PlainToken {
    function transfer(address, uint256) public pure override returns (bool) {
        return false;
    }
}

/// Keeps a tenth of every transfer, and logs the whole.
contract FeeToken is PlainToken {
    function transfer(address to, uint256 amount) public override returns (bool) {
        move(to, amount, amount - amount / 10);
        return true;
    }
}

/// Logs transfers that nobody made.
contract PhantomToken is PlainToken {
    function transfer(address to, uint256 amount) public override returns (bool) {
        emit Transfer(msg.sender, to, amount);
        return true;
    }
}

/// A thing with a number, not money: its number is a topic of the same event.
contract Collectible {
    event Transfer(address indexed from, address indexed to, uint256 indexed id);

    function give(address to) external {
        emit Transfer(msg.sender, to, 7);
    }
}

/// Passes the chain's own coin on, from inside a contract; or takes none.
contract Till {
    function pay(address payable to) external payable {
        (bool isPaid, ) = to.call{value: msg.value}("");
        require(isPaid);
    }

    receive() external payable {
        revert("closed");
    }
}
