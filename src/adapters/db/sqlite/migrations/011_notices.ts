import { type Kysely, sql } from 'kysely'

const tables = [
  // The subject of notices and decisions. It outlives its GIF, with the data needed to identify it.
  `CREATE TABLE notice_case (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    code TEXT NOT NULL UNIQUE,
    gif_id INTEGER UNIQUE REFERENCES gif (id) ON DELETE SET NULL,
    title TEXT NOT NULL,
    content_hash BLOB,
    owner_id INTEGER REFERENCES account (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX notice_case_owner ON notice_case (owner_id) WHERE owner_id IS NOT NULL`,

  `CREATE TABLE notice_decision (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    case_id INTEGER NOT NULL REFERENCES notice_case (id),
    action TEXT NOT NULL,
    rating TEXT,
    statement TEXT NOT NULL,
    text_block TEXT,
    decided_by TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX notice_decision_case ON notice_decision (case_id)`,
  // Rows can only be added to the record of decisions.
  `CREATE TRIGGER notice_decision_stays BEFORE UPDATE ON notice_decision
    BEGIN SELECT raise(ABORT, 'a decision is never changed'); END`,
  `CREATE TRIGGER notice_decision_lasts BEFORE DELETE ON notice_decision
    BEGIN SELECT raise(ABORT, 'a decision is never removed'); END`,

  `CREATE TABLE notice (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    case_id INTEGER NOT NULL REFERENCES notice_case (id),
    reference TEXT NOT NULL UNIQUE,
    secret_hash TEXT UNIQUE,
    reason TEXT NOT NULL,
    words TEXT NOT NULL,
    capacity TEXT,
    rights_owner TEXT,
    work TEXT,
    statements TEXT NOT NULL,
    contact TEXT,
    reporter_id INTEGER REFERENCES account (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL,
    closed_at INTEGER,
    decision_id INTEGER REFERENCES notice_decision (id),
    CHECK (decision_id IS NULL OR closed_at IS NOT NULL)
  ) STRICT`,
  `CREATE INDEX notice_case_notices ON notice (case_id)`,
  `CREATE INDEX notice_open ON notice (case_id, reason, created_at) WHERE closed_at IS NULL`,
  `CREATE INDEX notice_closed ON notice (closed_at)
    WHERE closed_at IS NOT NULL AND (contact IS NOT NULL OR reporter_id IS NOT NULL OR decision_id IS NULL)`,
  `CREATE INDEX notice_reporter ON notice (reporter_id) WHERE reporter_id IS NOT NULL`,

  `CREATE TABLE counter_notice (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    decision_id INTEGER NOT NULL UNIQUE REFERENCES notice_decision (id),
    case_id INTEGER NOT NULL REFERENCES notice_case (id),
    words TEXT NOT NULL,
    statements TEXT NOT NULL,
    contact TEXT,
    created_at INTEGER NOT NULL,
    answer_id INTEGER REFERENCES notice_decision (id)
  ) STRICT`,
  `CREATE INDEX counter_notice_case ON counter_notice (case_id)`,
  `CREATE INDEX counter_notice_open ON counter_notice (case_id, created_at) WHERE answer_id IS NULL`,
]

/** Ten easily distinguished characters, as `newReference` makes them. */
const reference = `(SELECT group_concat(substr('23456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 1073741823) % 30, 1), '')
  FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10)) WHERE report.id IS NOT NULL)`

/** Converts reports to notices without a receipt; settled ones have no decision in the record. */
const reports = [
  `INSERT INTO notice_case (code, gif_id, title, owner_id, created_at)
    SELECT gif.code, gif.id, gif.title, gif.owner_id, min(report.created_at)
    FROM report JOIN gif ON gif.id = report.gif_id GROUP BY gif.id ORDER BY min(report.id)`,
  `INSERT INTO notice (id, case_id, reference, reason, words, statements, reporter_id, created_at, closed_at)
    SELECT report.id, notice_case.id, ${reference}, report.reason, report.words, '[]', report.reporter_id, report.created_at,
      report.settled_at
    FROM report JOIN notice_case ON notice_case.gif_id = report.gif_id ORDER BY report.id`,
  `DROP TABLE report`,
]

/** Replaces reports by notices and the decisions about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...tables, ...reports]) await sql.raw(statement).execute(db)
}
