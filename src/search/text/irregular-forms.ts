/** Base form, then its irregular forms. Regular ones are found by the stemmer. */
const lines = `
go goes went gone
be am is are was were been
do does did done
child children
mouse mice
man men
woman women
foot feet
tooth teeth
goose geese
run ran
`

/** Irregular form → base form. */
export const irregularForms: ReadonlyMap<string, string> = new Map(
  lines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [base = '', ...forms] = line.split(' ')
      return forms.map((form): [string, string] => [form, base])
    }),
)
