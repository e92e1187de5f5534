/** The adaptable texts that people read on forms and receipts, as shipped; each language has its own. */
export const formTexts = {
  'report-intro': 'The operator of {site} reads every report. You do not need an account.',
  'good-faith': 'I believe in good faith that what I say here is accurate and complete.',
  accurate:
    'I own these rights or may act for their owner, and I believe in good faith that this use is not allowed by the owner, the owner’s agent, or the law.',
  receipt:
    'The operator will look at the GIF and decide. You can then read the decision and its reasons on this page.',
  'counter-notice-intro':
    'Tell the operator why the decision was wrong. The operator will read it and decide again. You can do this once for each decision.',
  'counter-notice-statement':
    'I believe in good faith that the decision was made by mistake, and that what I say here is accurate.',
}

/**
 * The texts about notices that an operator can adapt in DATA_DIR/texts, as shipped. `gifwright texts init` writes them
 * there. Operators choose a text `decision-…` by its first line. No text makes claims about the law: operators add what
 * they need to say about it.
 */
export const noticeTexts: Record<string, string> = {
  ...formTexts,
  'decision-rules': 'It breaks the rules of this site\n“{title}” does not follow the rules of {site}.',
  'decision-rights':
    'It infringes someone’s rights\n“{title}” was reported as an infringement of rights, and the operator found the report convincing.',
  'decision-person':
    'It shows a person against their will\n“{title}” shows a person who does not want to be seen in it.',
  'decision-illegal': 'It is illegal\nThe operator regards “{title}” as illegal where {site} is run.',
  'decision-violence':
    'It shows violence, hate or harassment\n“{title}” shows violence, hate or harassment that has no place on {site}.',
  'decision-spam': 'It is spam\n“{title}” is spam or misleading.',
  'decision-nsfw':
    'It is not safe for work\n“{title}” is not safe for work. It is rated R, so only people who include such GIFs find it.',
  'decision-none': 'It can stay\nThe operator looked at “{title}” and found no reason to act.',
  'decision-restored':
    'The decision was wrong\nThe operator looked at “{title}” again and reversed the decision.',
  'decision-upheld':
    'The decision stays\nThe operator read the answer and looked at “{title}” again. The decision stays.',
}
