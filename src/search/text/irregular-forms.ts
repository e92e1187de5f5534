/**
 * Irregular forms of common English verbs, nouns and adjectives: on each line a base form and forms that the stemmer
 * does not find. Each word appears once. Forms that are more often another word (bore, found of founding, rose, saw of
 * sawing) are omitted; if one is listed, its more common meaning in captions decided.
 */
const irregularLines = `
lay laid
arise arose arisen
awake awoke awoken
be am is are was were been being
beat beaten
become became
begin began begun
bend bent
bet bets
bind bound
bite bit bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
buy bought
catch caught
choose chose chosen
cling clung
come came
creep crept
deal dealt
dig dug
do does did done
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
dwell dwelt
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fling flung
fly flew flown flies
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten
give gave given
go goes went gone
grow grew grown
hang hung
have has had
hear heard
hide hid hidden
hold held
keep kept
kneel knelt
know knew known
lead led
leap leapt
learn learnt
leave left
lend lent
lie lying
light lit
lose lost
make made
mean meant
meet met
mistake mistook mistaken
overcome overcame
pay paid
plead pled
prove proven
redo redid redone
ride rode ridden
ring rang rung
rise risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
sew sewn
shake shook shaken
shave shaven
shine shone
shoot shot
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
slay slew slain
sleep slept
slide slid
sling slung
slink slunk
smell smelt
sneak snuck
sow sown
speak spoke spoken
speed sped
spell spelt
spend spent
spill spilt
spin spun
spit spat
spoil spoilt
spring sprang sprung
stand stood
steal stole stolen
stick stuck
sting stung
stink stank stunk
stride strode stridden
strike struck stricken
string strung
strive strove striven
swear swore sworn
sweep swept
swell swollen
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought thoughts
throw threw thrown
tread trod trodden
understand understood
undo undid undone
wake woke woken
wear wore worn
weave wove woven
weep wept
win won
withdraw withdrew withdrawn
wring wrung
write wrote written
child children
man men
woman women
person people
foot feet
tooth teeth
goose geese
mouse mice
louse lice
ox oxen
calf calves
elf elves
half halves
hoof hooves
knife knives
leaf leaves
life lives
loaf loaves
scarf scarves
self selves
shelf shelves
thief thieves
wife wives
wolf wolves
werewolf werewolves
dwarf dwarves
policeman policemen
policewoman policewomen
fireman firemen
fisherman fishermen
mailman mailmen
gentleman gentlemen
businessman businessmen
snowman snowmen
salesman salesmen
superwoman superwomen
cowboy cowboys
grandchild grandchildren
snowwoman snowwomen
cactus cacti
fungus fungi
octopus octopi
hippopotamus hippopotami
alumnus alumni
radius radii
nucleus nuclei
stimulus stimuli
crisis crises
oasis oases
axis axes
phenomenon phenomena
criterion criteria
bacterium bacteria
medium media
index indices
appendix appendices
vertex vertices
matrix matrices
larva larvae
formula formulae
hero heroes
potato potatoes
tomato tomatoes
echo echoes
mosquito mosquitoes
volcano volcanoes
tornado tornadoes
torpedo torpedoes
buffalo buffaloes
domino dominoes
mango mangoes
veto vetoes
quiz quizzes
photo photos
piano pianos
bus buses
gas gases
lens lenses
boss bosses
kiss kisses
good better best
bad worse worst
far farther farthest further furthest
little less least
die dying
tie tying
sky skies
ski skis skiing skied
`

/** Adjectives whose comparative and superlative end in -er and -est. */
const adjectives = `
angry big bold brave bright busy calm cheap clean clear clever cloudy cold cool crazy creepy curly cute dark deep dirty dry
dumb easy fancy fast fat fluffy fresh funny furry fuzzy gentle goofy greasy great green grumpy hairy happy hard healthy heavy
high hot huge hungry juicy kind large lazy light lonely long loud lovely lucky mad messy mighty narrow nasty naughty neat
nerdy new nice noisy old plain poor pretty proud pure quick quiet rare rich rough rude sad scary shiny short shy silly simple
skinny sleepy slim slow small smart smelly smooth soft spicy spooky steep sticky stormy strict strong stupid sunny
sweet tall tasty thick thin tight tiny tough ugly warm weak weird wet white wide wild windy wise young
`

/** Irregular form → base form. */
export const irregularForms: ReadonlyMap<string, string> = new Map([
  ...wordsOf(irregularLines, '\n').flatMap((line) => {
    const [base = '', ...forms] = line.split(' ')
    return forms.map((form): [string, string] => [form, base])
  }),
  ...wordsOf(adjectives, /\s+/).flatMap((base) =>
    ['er', 'est'].map((ending): [string, string] => [compare(base, ending), base]),
  ),
])

function wordsOf(text: string, separator: string | RegExp): string[] {
  return text.trim().split(separator)
}

/** Adds an ending: big, bigger; funny, funnier; cute, cuter; cool, cooler. */
function compare(adjective: string, ending: string): string {
  if (adjective.endsWith('e')) return adjective + ending.slice(1)
  if (/[^aeiou]y$/.test(adjective) && adjective !== 'shy' && adjective !== 'dry')
    return `${adjective.slice(0, -1)}i${ending}`
  return /^[^aeiou]*[aeiou][^aeiouwy]$/.test(adjective)
    ? adjective + adjective.slice(-1) + ending
    : adjective + ending
}
