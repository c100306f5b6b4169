#!/usr/bin/env python3
"""Checks a proof of liabilities of this exchange, with nothing but Python 3.

    check.py tree.csv                             the whole tree: every sum and every hash
    check.py tree.csv --account-id ID --account-nonce HEX
                                                  and which leaves are yours, and their sum
    check.py --proof proof.json                   your own leaves and their way to the root
    check.py tree.csv --proof proof.json          both, and that they are of one tree

Further: --root, --total and --digest compare with what you were told elsewhere. The exit status is 0 only when
everything holds; the last line says which. This program shares no code with the exchange.
"""

import argparse
import hashlib
import hmac
import json
import re
import struct
import sys
from collections import deque

END = 2**64
HEADER = re.compile(r"block_height:(0|[1-9][0-9]*)(?:,[ -~]*)?\Z")
NODE = re.compile(r"([0-9a-f]{64}),(0|[1-9][0-9]*)\Z")
HEX32 = re.compile(r"[0-9a-f]{64}\Z")


class Refused(Exception):
    """What does not hold, as a sentence."""


def number(text, what):
    if not isinstance(text, str) or not re.fullmatch(r"0|[1-9][0-9]*", text) or int(text) >= END:
        raise Refused(f"{what} is not a whole number from 0 to 2^64 - 1: {text!r}.")
    return int(text)


def digest32(text, what):
    if not isinstance(text, str) or not HEX32.fullmatch(text):
        raise Refused(f"{what} is not 64 hexadecimal digits: {text!r}.")
    return bytes.fromhex(text)


def account_number(account_id):
    """The first eight bytes of the SHA-256 of the account's id, the lowest first."""
    return struct.unpack("<Q", hashlib.sha256(account_id.encode()).digest()[:8])[0]


def leaf_key(account_nonce, height, account):
    return hashlib.sha256(account_nonce + struct.pack("<QQ", height, account)).digest()


def leaf_hash(key, value, index):
    return hmac.new(key, struct.pack("<QQ", value, index), hashlib.sha256).digest()


def parent(left, right):
    (left_hash, left_value), (right_hash, right_value) = left, right
    if left_value + right_value >= END:
        raise Refused("a sum is 2^64 or more.")
    packed = left_hash + struct.pack("<Q", left_value) + right_hash + struct.pack("<Q", right_value)
    return hashlib.sha256(packed).digest(), left_value + right_value


def shown(value, coin, decimals):
    """In coins and in the units of the tree; in units alone where nobody says how many make a coin."""
    if coin is None or not re.fullmatch(r"[0-9]{1,2}", str(decimals)):
        return str(value)
    whole, rest = divmod(value, 10 ** int(decimals))
    fraction = str(rest).rjust(int(decimals), "0").rstrip("0") if int(decimals) else ""
    return f"{whole}{'.' + fraction if fraction else ''} {coin} ({value} units)"


class Tree:
    """A whole file: what its first line says, its root and its leaves."""

    def __init__(self, path):
        file_digest = hashlib.sha256()
        # Nodes whose children have not come yet, in their order.
        childless = deque()
        self.root = left = None
        self.height = None
        lines = 0
        with open(path, "rb") as file:
            for raw in file:
                file_digest.update(raw)
                lines += 1
                if not raw.endswith(b"\n"):
                    raise Refused(f"line {lines} has no end: the file is cut off.")
                line = raw[:-1].decode("ascii", "replace")
                if lines == 1:
                    self.height = self.read_header(line)
                    continue
                found = NODE.match(line)
                if not found:
                    raise Refused(f"line {lines} is not a hash, a comma and a number.")
                node = bytes.fromhex(found[1]), number(found[2], f"the value of line {lines}")
                childless.append(node)
                if self.root is None:
                    self.root = node
                elif left is None:
                    left = node
                else:
                    above = childless.popleft()
                    made = parent(left, node)
                    if made[1] != above[1]:
                        raise Refused(f"the values of lines {lines - 1} and {lines} are not the sum above them.")
                    if made[0] != above[0]:
                        raise Refused(f"lines {lines - 1} and {lines} do not hash to the line above them.")
                    left = None
        self.leaves = childless
        count = lines // 2
        if lines % 2 or count < 2 or count & (count - 1) or len(childless) != count:
            raise Refused("the number of leaves is not a power of two: something is missing or too much.")
        self.digest = file_digest.hexdigest()

    def read_header(self, line):
        found = HEADER.match(line)
        if not found:
            raise Refused("the first line is not block_height and a number.")
        self.fields = line.split(",")[1:]
        told = dict(field.split(":", 1) for field in self.fields if ":" in field)
        self.coin, self.decimals = told.get("coin"), told.get("decimals")
        return number(found[1], "the height")

    def leaves_of(self, key):
        return [
            (index, value)
            for index, (found, value) in enumerate(self.leaves)
            if leaf_hash(key, value, index) == found
        ]


def check_proof(proof):
    """The leaves of one account and their ways to the root. Answers with the root, the height, the key of the account and the leaves."""
    height = proof.get("height")
    if not isinstance(height, int) or isinstance(height, bool) or not 0 <= height < END:
        raise Refused("the height of the proof is not a number.")
    root = digest32(proof.get("root"), "the root"), number(proof.get("total_value"), "the total")
    nonce = digest32(proof.get("account_nonce"), "the account nonce")
    # Never taken from the proof: with another account's number one would be shown its leaves.
    key = leaf_key(nonce, height, account_number(str(proof.get("account_id"))))
    leaves = {}
    depths = set()
    for leaf in proof.get("leaves", []):
        index, value = leaf["index"], number(leaf["value"], "the value of a leaf")
        if not isinstance(index, int) or isinstance(index, bool) or index < 0 or index in leaves:
            raise Refused(f"leaf {index!r} counts twice, or is none.")
        path = [(digest32(step["hash"], "a hash"), number(step["value"], "a value")) for step in leaf["path"]]
        depths.add(len(path))
        if not path or len(depths) > 1 or index >= 2 ** len(path):
            raise Refused(f"the way of leaf {index} to the root has not the length of a way.")
        node, place = (leaf_hash(key, value, index), value), index
        for step in path:
            node = parent(node, step) if place % 2 == 0 else parent(step, node)
            place //= 2
        if node != root:
            raise Refused(f"leaf {index} leads to another root.")
        leaves[index] = value
    return root, height, key, leaves


def run(arguments):
    tree = proof = None
    if arguments.tree:
        tree = Tree(arguments.tree)
        print(f"Tree: {len(tree.leaves):,} leaves, every sum and every hash holds.")
        print(f"Height {tree.height}, root {tree.root[0].hex()}, total {shown(tree.root[1], tree.coin, tree.decimals)}. {' '.join(tree.fields)}")
        print(f"SHA-256 of the file: {tree.digest}")
        for told, found, what in (
            (arguments.root, tree.root[0].hex(), "root"),
            (arguments.total, str(tree.root[1]), "total"),
            (arguments.digest, tree.digest, "digest"),
        ):
            if told is not None and told != found:
                raise Refused(f"the {what} is {found}, and you were told {told}.")
    if arguments.account_nonce:
        if not tree or not arguments.account_id:
            raise Refused("--account-nonce needs a tree and --account-id.")
        nonce = digest32(arguments.account_nonce, "the account nonce")
        own = tree.leaves_of(leaf_key(nonce, tree.height, account_number(arguments.account_id)))
        print(f"Your leaves: {', '.join(f'{index} ({value})' for index, value in own) or 'none'}.")
        print(f"Together: {shown(sum(value for _, value in own), tree.coin, tree.decimals)}")
    if arguments.proof:
        with open(arguments.proof, encoding="utf-8") as file:
            proof = json.load(file)
        root, height, key, leaves = check_proof(proof)
        if tree and (root != tree.root or height != tree.height):
            raise Refused("the proof is of another tree.")
        if tree and dict(tree.leaves_of(key)) != leaves:
            raise Refused("the proof does not have the leaves that the tree has of this account.")
        if arguments.root is not None and root[0].hex() != arguments.root:
            raise Refused(f"the root of the proof is {root[0].hex()}, and you were told {arguments.root}.")
        print(f"Proof: {len(leaves)} leaves of account {account_number(proof['account_id'])} lead to {root[0].hex()}.")
        unit = proof.get("coin"), proof.get("decimals")
        print(f"Together: {shown(sum(leaves.values()), *unit)} of {shown(root[1], *unit)}")
    if not tree and not proof:
        raise Refused("name a tree, a proof or both.")


def main():
    parser = argparse.ArgumentParser(description="Checks a proof of liabilities.")
    parser.add_argument("tree", nargs="?", help="the whole tree, a CSV file")
    parser.add_argument("--proof", help="your own leaves, the JSON answer of the exchange")
    parser.add_argument("--account-id", help="the id of your account")
    parser.add_argument("--account-nonce", help="your nonce of this publication; keep it to yourself")
    parser.add_argument("--root", help="the root that you expect")
    parser.add_argument("--total", help="the total that you expect, in the unit of the file")
    parser.add_argument("--digest", help="the SHA-256 of the file that you expect")
    try:
        run(parser.parse_args())
    except Refused as problem:
        print(f"REFUSED: {problem}")
        return 1
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        print(f"REFUSED: it cannot be read ({type(problem).__name__}: {problem}).")
        return 1
    print("HOLDS")
    return 0


if __name__ == "__main__":
    sys.exit(main())
