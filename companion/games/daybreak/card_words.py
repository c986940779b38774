"""Cards in words: what a card asks for, what it does and how often."""

from companion.games.daybreak.terms import POWERS
from companion.message import Message, say

KINDS: dict[str, Message] = {
    "local": say("Local Project"),
    "starting": say("starting card"),
    "global": say("Global Project"),
    "crisis": say("Crisis"),
    "challenge": say("Challenge"),
}
OWNERS: dict[str, Message] = {**POWERS, "solo": say("solo game")}
