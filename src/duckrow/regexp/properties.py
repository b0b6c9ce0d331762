"""The names of Unicode properties that Ruby knows, and the ASCII characters of each.

Names are compared without case, spaces, dashes and underscores. The tables hold the names of
Unicode 13. The engine decides about characters beyond ASCII; the ASCII characters of a property
never change between versions of Unicode, so they are listed here, as pairs of first and last
characters.
"""

from __future__ import annotations

from functools import cache

_OF_ASCII = {
    "\x00\x7f": (
        "age=1.1 age=10.0 age=11.0 age=12.0 age=12.1 age=13.0 age=2.0 age=2.1 age=3.0 age=3.1 "
        "age=3.2 age=4.0 age=4.1 age=5.0 age=5.1 age=5.2 age=6.0 age=6.1 age=6.2 age=6.3 "
        "age=7.0 age=8.0 age=9.0 any ascii assigned inbasiclatin"
    ),
    "AZaz": (
        "alpha alphabetic cased casedletter changeswhencasemapped cwcm ids idstart l latin "
        "latn lc letter xids xidstart"
    ),
    "AZ": (
        "changeswhencasefolded changeswhenlowercased cwcf cwl lu upper uppercase uppercaseletter"
    ),
    "az": (
        "changeswhentitlecased changeswhenuppercased cwt cwu ll lower lowercase lowercaseletter"
    ),
    "09AFaf": "ahex asciihexdigit hex hexdigit xdigit",
    "\x00\x1f\x7f\x7f": "c cc cntrl control other",
    "09": "decimalnumber digit n nd number",
    "09AZ__az": "idc idcontinue word xidc xidcontinue",
    "\t\r  ": "patternwhitespace patws space whitespace wspace",
    "--": "dash dashpunctuation hyphen pd",
    "^^``": "dia diacritic modifiersymbol sk",
    "  ": "separator spaceseparator z zs",
    "##**09": "ecomp emoji emojicomponent",
    " ~": "graphemebase grbase print",
    "!#%*,/:;?@[]__{{}}": "p punct punctuation",
    "''..::^^``": "caseignorable ci",
    "))]]}}": "closepunctuation pe",
    "\x00@[`{\x7f": "common zyyy",
    "__": "connectorpunctuation pc",
    "$$": "currencysymbol sc",
    "++<>||~~": "mathsymbol sm",
    "^^": "omath othermath",
    "(([[{{": "openpunctuation ps",
    "!#%'**,,./:;?@\\\\": "otherpunctuation po",
    "!/:@[^``{~": "patsyn patternsyntax",
    "\"\"''": "qmark quotationmark",
    "$$++<>^^``||~~": "s symbol",
    "ij": "sd softdotted",
    "!!..??": "sentenceterminal sterm",
    "!!,,..:;??": "term terminalpunctuation",
    "09AZaz": "alnum",
    "\t\t  ": "blank",
    "!~": "graph",
    "\x00\t\x0b\x0c\x0e\x1f\x7f\x7f": "graphemeclusterbreak=control",
    "\r\r": "graphemeclusterbreak=cr",
    "\n\n": "graphemeclusterbreak=lf",
    "++<>^^||~~": "math",
    "!/:@[`{~": "xposixpunct",
}

# Properties without ASCII characters; a block's name is written without its "in".
_BLOCKS = """
adlam aegeannumbers ahom alchemicalsymbols alphabeticpresentationforms anatolianhieroglyphs
ancientgreekmusicalnotation ancientgreeknumbers ancientsymbols arabic arabicextendeda
arabicmathematicalalphabeticsymbols arabicpresentationformsa arabicpresentationformsb
arabicsupplement armenian arrows avestan balinese bamum bamumsupplement bassavah batak bengali
bhaiksuki blockelements bopomofo bopomofoextended boxdrawing brahmi braillepatterns buginese buhid
byzantinemusicalsymbols carian caucasianalbanian chakma cham cherokee cherokeesupplement
chesssymbols chorasmian cjkcompatibility cjkcompatibilityforms cjkcompatibilityideographs
cjkcompatibilityideographssupplement cjkradicalssupplement cjkstrokes cjksymbolsandpunctuation
cjkunifiedideographs cjkunifiedideographsextensiona cjkunifiedideographsextensionb
cjkunifiedideographsextensionc cjkunifiedideographsextensiond cjkunifiedideographsextensione
cjkunifiedideographsextensionf cjkunifiedideographsextensiong combiningdiacriticalmarks
combiningdiacriticalmarksextended combiningdiacriticalmarksforsymbols
combiningdiacriticalmarkssupplement combininghalfmarks commonindicnumberforms controlpictures
coptic copticepactnumbers countingrodnumerals cuneiform cuneiformnumbersandpunctuation
currencysymbols cypriotsyllabary cyrillic cyrillicextendeda cyrillicextendedb cyrillicextendedc
cyrillicsupplement deseret devanagari devanagariextended dingbats divesakuru dogra dominotiles
duployan earlydynasticcuneiform egyptianhieroglyphformatcontrols egyptianhieroglyphs elbasan
elymaic emoticons enclosedalphanumerics enclosedalphanumericsupplement enclosedcjklettersandmonths
enclosedideographicsupplement ethiopic ethiopicextended ethiopicextendeda ethiopicsupplement
generalpunctuation geometricshapes geometricshapesextended georgian georgianextended
georgiansupplement glagolitic glagoliticsupplement gothic grantha greekandcoptic greekextended
gujarati gunjalagondi gurmukhi halfwidthandfullwidthforms hangulcompatibilityjamo hanguljamo
hanguljamoextendeda hanguljamoextendedb hangulsyllables hanifirohingya hanunoo hatran hebrew
highprivateusesurrogates highsurrogates hiragana ideographicdescriptioncharacters
ideographicsymbolsandpunctuation imperialaramaic indicsiyaqnumbers inscriptionalpahlavi
inscriptionalparthian ipaextensions itialpunctuation javanese kaithi kanaextendeda kanasupplement
kanbun kangxiradicals kannada katakana katakanaphoneticextensions kayahli kharoshthi
khitansmallscript khmer khmersymbols khojki khudawadi lao latin1supplement latinextendeda
latinextendedadditional latinextendedb latinextendedc latinextendedd latinextendede lepcha
letterlikesymbols limbu lineara linearbideograms linearbsyllabary lisu lisusupplement
lowsurrogates lycian lydian mahajani mahjongtiles makasar malayalam mandaic manichaean marchen
masaramgondi mathematicalalphanumericsymbols mathematicaloperators mayannumerals medefaidrin
meeteimayek meeteimayekextensions mendekikakui meroiticcursive meroitichieroglyphs miao
miscellaneousmathematicalsymbolsa miscellaneousmathematicalsymbolsb miscellaneoussymbols
miscellaneoussymbolsandarrows miscellaneoussymbolsandpictographs miscellaneoustechnical modi
modifiertoneletters mongolian mongoliansupplement mro multani musicalsymbols myanmar
myanmarextendeda myanmarextendedb nabataean nandinagari newa newtailue nko noblock numberforms
nushu nyiakengpuachuehmong ogham olchiki oldhungarian olditalic oldnortharabian oldpermic
oldpersian oldsogdian oldsoutharabian oldturkic opticalcharacterrecognition oriya
ornamentaldingbats osage osmanya ottomansiyaqnumbers pahawhhmong palmyrene paucinhau phagspa
phaistosdisc phoenician phoneticextensions phoneticextensionssupplement playingcards
privateusearea psalterpahlavi rejang ruminumeralsymbols runic samaritan saurashtra sharada shavian
shorthandformatcontrols siddham sinhala sinhalaarchaicnumbers smallformvariants smallkanaextension
sogdian sorasompeng soyombo spacingmodifierletters specials sundanese sundanesesupplement
superscriptsandsubscripts supplementalarrowsa supplementalarrowsb supplementalarrowsc
supplementalmathematicaloperators supplementalpunctuation supplementalsymbolsandpictographs
supplementaryprivateuseareaa supplementaryprivateuseareab suttonsignwriting sylotinagri
symbolsandpictographsextendeda symbolsforlegacycomputing syriac syriacsupplement tagalog tagbanwa
tags taile taitham taiviet taixuanjingsymbols takri tamil tamilsupplement tangut tangutcomponents
tangutsupplement telugu thaana thai tibetan tifinagh tirhuta transportandmapsymbols ugaritic
unifiedcanadianaboriginalsyllabics unifiedcanadianaboriginalsyllabicsextended vai
variationselectors variationselectorssupplement vedicextensions verticalforms wancho warangciti
yezidi yijinghexagramsymbols yiradicals yisyllables zanabazarsquare
"""

_OTHERS = """
adlam adlm aghb ahom anatolianhieroglyphs arab arabic armenian armi armn avestan avst bali
balinese bamu bamum bass bassavah batak batk beng bengali bhaiksuki bhks bidic bidicontrol bopo
bopomofo brah brahmi brai braille bugi buginese buhd buhid cakm canadianaboriginal cans cari
carian caucasianalbanian cf chakma cham cher cherokee chorasmian chrs cn co combiningmark copt
coptic cprt cs cuneiform cypriot cyrillic cyrl defaultignorablecodepoint dep deprecated deseret
deva devanagari di diak divesakuru dogr dogra dsrt dupl duployan ebase egyp egyptianhieroglyphs
elba elbasan elym elymaic emod emojimodifier emojimodifierbase emojipresentation enclosingmark
epres ethi ethiopic ext extendedpictographic extender extpict finalpunctuation format geor
georgian glag glagolitic gong gonm goth gothic gran grantha graphemeclusterbreak=extend
graphemeclusterbreak=l graphemeclusterbreak=lv graphemeclusterbreak=lvt
graphemeclusterbreak=prepend graphemeclusterbreak=regionalindicator
graphemeclusterbreak=spacingmark graphemeclusterbreak=t graphemeclusterbreak=v
graphemeclusterbreak=zwj graphemeextend graphemelink greek grek grext grlink gujarati gujr
gunjalagondi gurmukhi guru han hang hangul hani hanifirohingya hano hanunoo hatr hatran hebr
hebrew hira hiragana hluw hmng hmnp hung ideo ideographic idsb idsbinaryoperator idst
idstrinaryoperator imperialaramaic inherited inscriptionalpahlavi inscriptionalparthian ital java
javanese joinc joincontrol kaithi kali kana kannada katakana kayahli khar kharoshthi
khitansmallscript khmer khmr khoj khojki khudawadi kits knda kthi lana lao laoo lepc lepcha
letternumber limb limbu lina linb lineara linearb lineseparator lisu lm lo loe
logicalorderexception lt lyci lycian lydi lydian m mahajani mahj maka makasar malayalam mand
mandaic mani manichaean marc marchen mark masaramgondi mc me medefaidrin medf meeteimayek mend
mendekikakui merc mero meroiticcursive meroitichieroglyphs miao mlym mn modi modifierletter mong
mongolian mro mroo mtei mult multani myanmar mymr nabataean nand nandinagari narb nbat nchar newa
newtailue nko nkoo nl no noncharactercodepoint nonspacingmark nshu nushu nyiakengpuachuehmong
oalpha odi ogam ogham ogrext oidc oids olchiki olck oldhungarian olditalic oldnortharabian
oldpermic oldpersian oldsogdian oldsoutharabian oldturkic olower oriya orkh orya osage osge osma
osmanya otheralphabetic otherdefaultignorablecodepoint othergraphemeextend otheridcontinue
otheridstart otherletter otherlowercase othernumber othersymbol otheruppercase oupper pahawhhmong
palm palmyrene paragraphseparator pauc paucinhau pcm perm pf phag phagspa phli phlp phnx
phoenician pi plrd prependedconcatenationmark privateuse prti psalterpahlavi qaac qaai radical
regionalindicator rejang ri rjng rohg runic runr samaritan samr sarb saur saurashtra sgnw sharada
shavian shaw shrd sidd siddham signwriting sind sinh sinhala so sogd sogdian sogo sora sorasompeng
soyo soyombo spacingmark sund sundanese surrogate sylo sylotinagri syrc syriac tagalog tagb
tagbanwa taile taitham taiviet takr takri tale talu tamil taml tang tangut tavt telu telugu tfng
tglg thaa thaana thai tibetan tibt tifinagh tirh tirhuta titlecaseletter ugar ugaritic uideo
unassigned unifiedideograph unknown vai vaii variationselector vs wancho wara warangciti wcho xpeo
xsux yezi yezidi yi yiii zanabazarsquare zanb zinh zl zp zzzz
"""


def canonical(name: str) -> str:
    """Return the form in which a property's name is listed."""
    return name.lower().replace(" ", "").replace("-", "").replace("_", "")


def is_known(name: str) -> bool:
    """Return whether Ruby knows a property by this name, in any spelling."""
    return name.isascii() and canonical(name) in _table()


def ascii_members(name: str) -> str:
    """Return the ASCII characters with a property, as pairs of first and last characters."""
    return _table()[canonical(name)]


@cache  # few patterns name a property, so the table is built on demand
def _table() -> dict[str, str]:
    table = dict.fromkeys(_OTHERS.split(), "")
    table.update(("in" + name, "") for name in _BLOCKS.split())
    for pairs, names in _OF_ASCII.items():
        table.update(dict.fromkeys(names.split(), pairs))
    return table
