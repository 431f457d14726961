"""A rules document of our own wording, in the layout of the official one; it decides no game."""

SMALL_RULES = """Magic: The Gathering Comprehensive Rules

These rules are effective as of January 1, 2030.

Introduction

This small document was written for tests. It has the layout of the large one and none of its sentences.

Contents

1. Game Concepts
100. General
104. Ending the Game

2. Parts of a Card
205. Type Line

3. Card Types
302. Creatures

4. Zones
404. Graveyard

5. Turn Structure
510. Combat Damage Step

6. Spells, Abilities, and Effects
603. Triggered Abilities
613. Interaction of Continuous Effects

7. Additional Rules
702. Keyword Abilities
704. State-Based Actions

8. Multiplayer Rules
800. General

9. Casual Variants
903. Commander

Glossary

Credits

1. Game Concepts

100. General

100.1. This booklet covers any game with two players or more.

100.1a With exactly two players at the table, the game is a duel.

100.1b With three or more, read section 8 too, and start at rule 800.1.

104. Ending the Game

104.1. Once a winner is found, everybody stops playing at that very moment.

104.2. You may give up whenever you like. Nobody can forbid it, and the cards you own go with you.

2. Parts of a Card

205. Type Line

205.1. Under the picture stands a line that tells what sort of card it is.

205.2. Card Types

205.2a Our little list knows two sorts: creature and enchantment.
     A card printed before this list was made keeps the sort that its owner remembers.
Example: An old card says “Summon Beetle.” Read it as a creature card.

3. Card Types

302. Creatures

302.1. Put a creature on the table in your own main phase, while nothing else waits to happen.

302.6. A creature that came under your command this turn is too dizzy to attack. Haste (see rule 702.10) cures that.

4. Zones

404. Graveyard

404.1. Used-up spells and dead creatures lie face up in their owner’s heap.

5. Turn Structure

510. Combat Damage Step

510.1. Every fighter first says how its damage will be dealt out.

510.1c A blocked attacker deals to its blockers, in shares its commander picks. Trample (rule 702.19b) changes this.

510.2. Then all of it is dealt in a single stroke.

6. Spells, Abilities, and Effects

603. Triggered Abilities

603.1. Look for the words “when,” “whenever,” and “at”: they open a trigger.

613. Interaction of Continuous Effects

613.1. Lay the effects over a creature like coats of paint, in this order:

613.1a First coat: whatever turns it into a copy.

613.1b Second coat: whatever changes who commands it. Rules 613.1a–b are used before rule 613.4.

613.4. The last coat is for power and toughness.

613.7 Two effects in one coat are painted oldest first.
Example: A spell from Monday makes a beetle 0/1. A spell from Tuesday makes it 5/5. Tuesday came last, so it is 5/5.
Example: Had the 5/5 come first, the beetle would be 0/1.

7. Additional Rules

702. Keyword Abilities

702.1. A keyword is one short word that stands for a long sentence.

702.2. Deathtouch

702.2a Any scratch from a creature with deathtouch is enough to kill.

702.2b When damage is shared out, a scratch from deathtouch counts as lethal. See rules 702.19b and 704.5g.

702.10. Haste

702.10a A creature with haste pays no heed to rule 302.6.

702.19. Trample

702.19a Trample matters only while damage of an attacker is shared out.

702.19b Give each blocker what kills it; the rest may run into the player behind. See rules 510.1c, 702.2b, and 704.5g.
Example: A 7/7 beetle with trample meets a 2/2 ant. Two points stop the ant, and five run over.

Example: With deathtouch too, one point is enough for the ant, and six run over.

702.19c. If every blocker is gone, all of the damage runs over.

704. State-Based Actions

704.1. The game tidies up by itself; nobody has to ask and nobody may answer.

704.5. What is tidied up:

704.5a A player at no life or less has lost.

704.5g A creature hurt as much as it is tough dies. Regeneration may step in.

704.5aa A beetle without legs is swept away. See rule 704.

8. Multiplayer Rules

800. General

800.1. Sit in a circle; turns go to the left.

9. Casual Variants

903. Commander

903.1. Each deck is led by one famous creature.

903.2. Lone General Option

903.2a With this option only a single deck at the table has a leader.

Glossary

Ability
1. The words on a card that do something. See rules 603.1, 613.7, and 702.1.
2. Such words once they wait their turn. See rule 603, “Triggered Abilities.”

Beetle (Obsolete)
A creature with six legs.

Deathtouch
A keyword for a creature whose every scratch kills. See rule 702.2, “Deathtouch.”

Graveyard1. The heap of one player.
2. All the cards in that heap.
See rule 404, “Graveyard.”

Haste
A keyword for a creature that isn’t dizzy. See rule 702.10.

Layer
One coat of paint. See rule 613, “Interaction of Continuous Effects.”

State-Based Actions
What the game tidies up. See rules 704.5a–g.

Trample
A keyword that lets damage run over. See rule 702.19, “Trample.”

Credits

Written by the people of this project, for its tests.
"""
