import { parseSynonyms, type SynonymGroup } from './synonyms.ts'

/** Words that people type to look for the same GIFs. Other forms of a word need not be listed: they are found anyway. */
const lines = `
lol, lmao, rofl, laugh, haha, hahaha, giggle, chuckle, hilarious
funny, hilarious, comedy, humor, humour, amusing
yes, yep, yeah, yup, yas, yass, affirmative
no, nope, nah, never
happy, joy, glad, cheerful, joyful, delighted
sad, unhappy, upset, depressed, gloomy, sorrow
cry, weep, sob, tear, crying
cat, kitty, kitten, feline, meow
dog, puppy, doggo, pup, doggy, canine, pooch
angry, mad, furious, rage, anger, annoyed
scared, afraid, frightened, terrified, fear, fright
shocked, shock, surprised, stunned, astonished, omg
surprise, astonish, amaze
wow, whoa, amazing, omg
love, adore, heart, ily
kiss, smooch, mwah, muah
hug, cuddle, embrace, snuggle
hello, hi, hey, hiya, howdy, greetings
bye, goodbye, farewell, cya
thanks, thank, thx, grateful, ty, gracias
please, pls, plz
sorry, apology, apologize, oops
oops, whoops, mistake
okay, ok, alright, fine
dance, boogie, groove, dancing
party, celebrate, celebration, festive
birthday, bday
christmas, xmas
congratulations, congrats, grats
clap, applause, applaud, bravo
awesome, great, amazing, cool, excellent, fantastic, epic
good, nice, great
bad, awful, terrible, horrible
cute, adorable, sweet, aww
beautiful, pretty, gorgeous, stunning, lovely
handsome, hunk
hot, sexy
ugly, hideous
tired, sleepy, exhausted, drowsy
sleep, nap, snooze, doze, zzz
bored, boring, dull, yawn
confused, puzzled, perplexed, huh
think, ponder, thinking, hmm
crazy, insane, nuts, bonkers, mad
stupid, dumb, idiot, foolish
smart, clever, intelligent, genius
strong, muscle, powerful
weak, feeble
fast, quick, speed, rapid
slow, sluggish
run, sprint, jog, dash
walk, stroll, strut
jump, leap, hop
fall, trip, tumble, fail
fail, failure, flop, epicfail
win, victory, winner, champion, triumph
lose, loser, defeat
fight, brawl, battle, punch
hit, slap, smack, punch
eat, munch, nom, chew, devour
food, meal, snack
hungry, starving
drink, sip, beverage
drunk, wasted, tipsy
beer, ale, lager
wine, vino
coffee, espresso, latte, caffeine
baby, infant, newborn, toddler
child, kid, children
boy, lad
girl, lass
man, guy, dude, bro
woman, lady, gal
friend, buddy, pal, bff, bestie
mother, mom, mum, mommy
father, dad, daddy
grandmother, grandma, granny
grandfather, grandpa, granddad
brother, bro
sister, sis
boss, manager
doctor, physician, medic
police, cop, officer
money, cash, dollar, rich
rich, wealthy
work, job, office
school, class, classroom
car, automobile, vehicle
bike, bicycle, cycle
motorcycle, motorbike
plane, airplane, aeroplane, aircraft
boat, ship
train, railway, locomotive
phone, telephone, cellphone, mobile, smartphone
computer, pc, laptop
tv, television
movie, film, cinema
picture, photo, image
music, song, tune
sing, karaoke, singer
football, soccer
basketball, hoops, nba
rabbit, bunny
mouse, rat, rodent
bird, birdie
chicken, hen, rooster
duck, duckling, quack
cow, bull, cattle
horse, pony, stallion
pig, piglet, hog
sheep, lamb
bear, cub, teddy
lion, lioness
monkey, ape, chimp, chimpanzee
frog, toad
snake, serpent
turtle, tortoise
dinosaur, dino, trex
bug, insect
fish, fishes
shark, jaws
sea, ocean
beach, shore, seaside
sun, sunny, sunshine
rain, rainy, raining
snow, snowy, snowing
storm, thunder, lightning
hot, heat
cold, freezing, chilly, brr
fire, flame, burn, lit
explosion, explode, boom, blast
water, splash
flower, blossom, rose
tree, forest, woods
autumn, fall
garbage, trash, rubbish
house, home
street, road
city, town
ghost, spooky, spirit
halloween, spooky
monster, creature
devil, demon, satan
angel, heaven
magic, wizard, magician
witch, sorceress
zombie, undead
robot, android, bot
alien, ufo, extraterrestrial
space, galaxy, universe
king, royal, royalty
queen, royal, royalty
gun, pistol, shoot
kill, murder
dead, death, died
sick, ill, vomit, puke
vomit, puke, barf
gross, disgusting, eww, ew, yuck
weird, strange, odd, bizarre
creepy, scary, spooky
excited, exciting, hyped, thrilled, hype
nervous, anxious, worried, stressed
stress, stressed, overwhelmed
relax, chill, calm
shy, bashful, blush
embarrassed, awkward, cringe
awkward, cringe
facepalm, smh, disappointed
disappointed, letdown
shrug, dunno, idk, whatever
whatever, idc, meh
eyeroll, ugh, annoyed
wink, flirt
smile, grin, smiling
frown, pout
scream, yell, shout
shout, yell
wait, waiting
stop, halt, quit
go, leave
hurry, rush
look, watch, stare
stare, gaze
see, watch
wave, hello, hi
point, pointing
nod, agree, yes
agree, agreed
disagree, no
approve, thumbsup, approved
deal, handshake
highfive, hifive
cheers, toast
pray, prayer, bless
luck, lucky, fortunate
hope, wish
dream, fantasy
true, truth, fact
lie, liar, lying
secret, quiet, shh, hush
quiet, silence, shh
loud, noise, noisy
big, huge, giant, large, enormous
small, tiny, little, mini
old, elderly, vintage
new, fresh
fat, chubby, chonky, chonk
thin, skinny, slim
gym, workout, exercise, fitness
sport, sports
game, gaming, gamer, videogame
play, playing
win, won
cake, dessert
cookie, biscuit
candy, sweets
chips, fries, crisps
burger, hamburger, cheeseburger
pizza, slice
wedding, marriage, bride, groom
marry, marriage, married
baby, cutie
swim, swimming, pool
sexy, seductive
naked, nude
butt, ass, booty, bum
poop, poo, crap
toilet, bathroom, restroom, wc
shower, bath
hair, haircut
makeup, cosmetics
clothes, outfit, clothing
shoes, sneakers
hat, cap
glasses, sunglasses, shades
gift, present
holiday, vacation
trip, travel, journey
monday, mondays
friday, tgif
weekend, saturday, sunday
morning, sunrise
night, evening
tonight, night
goodnight, gn
goodmorning, gm
internet, web, online
meme, memes, dank
cartoon, animation, animated, anime
reaction, react
loop, infinite, endless
`

let groups: readonly SynonymGroup[] | undefined

/** The synonyms that ship with the program. */
export function shippedSynonyms(): readonly SynonymGroup[] {
  groups ??= parseSynonyms(lines)
  return groups
}
