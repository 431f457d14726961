"""The words that players use before and after the names of cards, and those that they do not."""

from index.words import each_word

# Someone casts what is named; someone does anything to it.
CAST = each_word("cast casts casting recast recasting casted tutor tutors copied resolve resolving")
HANDLE = CAST | each_word(
    "copy copies copying counter counters countering play plays playing flicker flickers respond responds "
    "targeting sacrifice sac imprint imprinted activate activates cracks crack reveal reveals bounce steal clone "
    "clones attach attached equip equips fetch drew topdeck draws response into"
)
ARTICLES = each_word("a an my his her their your the another second opponent's opponents for to with via off")
OWNED = each_word("my his her their your opponent's opponents another two three four both")
# What can follow a name after a cue; a noun there makes the word an adjective ("cast flash creatures").
FOLLOWS = each_word(
    "on at in to and or for with then while during from targeting before after if when by as but does do is was "
    "so it gets can will would off via again twice first here instead now only against naming choosing without "
    "under i we you he she they versus vs both using until since because paying sees still also has into him her "
    "them my his their"
)
AFTER = each_word("resolves resolved resolve resolving targeting targets copies kills exiles destroys untaps")
STACK = (("on", "the", "stack"), ("is", "out"))
BEFORE = each_word(
    "does do can will would if when with under while has have had control controls and vs versus plus against or "
    "stop stops after before on through by since without during because of is into"
) | (OWNED | HANDLE)
VERBS = AFTER | each_word(
    "make makes stop stops remove removes affect affects work works turn turns apply applies give gives take "
    "takes see sees kill kills still change changes prevent prevents trigger let lets say says do does cause "
    "causes hit hits versus exile destroy put deal draw return look check allow use need have keep counter tax "
    "resolve resolves get gets copy copies target targets lose loses count counts also shut shuts and vs with out "
    "on if in under while has is only naming flips deals counters triggers triggered cares dies enters attacks "
    "blocks reads"
)
OBJECTS = each_word("my his her their your it the that a an him them this target me one two someone")
SUBJECTS = each_word(
    "i we you he she they can to then opponent opponents could player and just responds may should will who tries "
    "try would who's i'll they'll you'll someone bob alice if response by gets guy"
)
# What a player does and a card does not.
PERSONAL = each_word(
    "casts thinks activates controls wants argues claims plays asks passes responds discards swings announces "
    "concedes answers believes bids forgot forgets replies tries tells wonders insists declares"
)
COUNTED = each_word("a an the any some no this that these those every each")
THINGS = each_word("token tokens counter counters")  # a Blood token is not a card
# What precedes a noun, and what makes it a plural.
DETERMINERS = each_word("a an the my his her their your our another this that its opponent's no any each every")
MANY = each_word("two three four five both all multiple several many some these those")
