/** The examples that `gifwright texts init` writes for each of the operator's pages. */
export const pageExamples = {
  about: `# About this site

Rename this file to about.md to publish it as /about. Everything in [brackets] is for you to write.

[Who runs this site, and how to reach you: name, address, email.]

## Reporting a GIF

Every GIF has a link "Report this GIF". You don't need an account. After sending it, you get a link to a page that says
what was decided and why.

[For notices of authorities or by post: name and address of your contact point, and the languages you read.]
`,
  terms: `# Terms

Rename this file to terms.md to publish it as /terms. Everything in [brackets] is for you to write.

## What you may publish

[What is not allowed here. For example: nothing illegal, nothing you have no rights to, nobody against their will.]

## What happens when something breaks these rules

An operator, not a program, decides about reports: a GIF may stay, be given another rating, be hidden or be removed. Who
reported it and who published it can read the decision with its reason, and who published it may answer once.

[When you suspend accounts of people who break the rules repeatedly.]
`,
  privacy: `# Privacy

Rename this file to privacy.md to publish it as /privacy. Everything in [brackets] is for you to write.

## What is stored

- Of an account: its email address, a hash of its password, its GIFs, and which browsers are signed in.
- Of a report: what it says and, where you give it, your name and how to reach you. The latter are deleted
  [180 days] after the decision.

[Who is responsible, on what basis, what is logged and for how long, and what people can ask of you.]
`,
}
