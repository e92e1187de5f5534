import { Command, Option } from 'commander'
import type { Account } from '../accounts/account.ts'
import type { AccountSummary } from '../accounts/account-store.ts'
import { setPassword } from '../accounts/change-password.ts'
import { type EndedAccess, kindsOfSignOut } from '../accounts/end-access.ts'
import { checkEmail } from '../accounts/email.ts'
import { checkPassword } from '../accounts/password-rules.ts'
import { hashPassword, generatePassword } from '../accounts/passwords.ts'
import { removeAccount } from '../accounts/remove-account.ts'
import { makeToken } from '../accounts/tokens.ts'
import type { LogChange } from './log-change.ts'
import { type Stores, withStores } from './with-stores.ts'

const listPage = 500
const maxSecretLength = 10_000

type AddOptions = { premium: boolean; admin: boolean; passwordStdin: boolean; init: boolean }
type TokenOptions = { name: string; list?: boolean; revoke?: number }

/** `account add | list | token | password | premium | block | remove`: for operators. */
export function accountCommands(): Command {
  const account = new Command('account').description('Accounts and their API tokens')
  account
    .command('add <email>')
    .description('Add an account, and print its API token on one line; it is shown only once')
    .option('--premium', 'a Premium account', false)
    .option('--admin', 'an admin account', false)
    .option(
      '--password-stdin',
      'read a password from standard input; without one, the account can only use tokens',
      false,
    )
    .option('--init', 'create the instance first if it does not exist, as gifwright init does', false)
    .action((email: string, options: AddOptions) =>
      withStores(
        async ({ accounts }, logChange) => {
          const { premium, admin, passwordStdin } = options
          const address = checkEmail(email)
          const passwordHash = passwordStdin ? await hashOf(await readSecret(process.stdin), address) : null
          const added = await accounts.add({ email: address, premium, admin, passwordHash })
          const { token } = await makeToken(accounts, added.id, 'first token')
          logChange('add account', { account: added.id, premium, isAdmin: admin })
          console.error(`Account ${added.email} added. Its API token, shown only once:`)
          console.log(token)
        },
        { mayCreate: options.init },
      ),
    )
  account
    .command('list')
    .description('List the accounts')
    .action(() =>
      withStores(async ({ accounts }) => {
        for await (const account of listAllAccounts(accounts)) console.log(formatAccount(account))
      }),
    )
  account
    .command('token <email>')
    .description('Create another API token, list the tokens, or revoke one')
    .option('--name <name>', 'the name of the new token', 'token')
    .addOption(new Option('--list', 'list the tokens').conflicts('revoke'))
    .option('--revoke <id>', 'revoke the token with this number', Number)
    .action((email: string, options: TokenOptions) =>
      withStores(async (stores, logChange) =>
        manageTokens(stores, await accountOf(stores, email), { ...options, logChange }),
      ),
    )
  account
    .command('password <email>')
    .description(
      'Generate a new password and print it on one line; ends the account’s sessions, API tokens, webhooks and linked sign-ons',
    )
    .option('--stdin', 'read the password from standard input instead', false)
    .addOption(new Option('--revoke-tokens', 'always on; accepted for older scripts').hideHelp())
    .action((email: string, { stdin }: { stdin: boolean }) =>
      withStores(async (stores, logChange) => {
        const account = await accountOf(stores, email)
        const password = stdin ? await readSecret(process.stdin) : generatePassword()
        const ended = await setPassword(stores.accounts, account, password)
        logChange('set password', { account: account.id })
        console.error(`${account.email} has a new password; all browsers are signed out.`)
        console.error(describeEnded(ended))
        if (!stdin) console.log(password)
      }),
    )
  account
    .command('premium <email> [state]')
    .description('Turn Premium on or off for an account')
    .action((email: string, state = 'on') =>
      withStores(async (stores, logChange) => {
        const premium = parseState(state)
        const { id } = await accountOf(stores, email)
        await stores.accounts.setPremium(id, premium)
        logChange('set premium', { account: id, premium })
        console.error(`${email} is ${premium ? 'now' : 'no longer'} Premium.`)
      }),
    )
  account
    .command('admin <email> [state]')
    .description('Grant or revoke admin rights')
    .action((email: string, state = 'on') =>
      withStores(async (stores, logChange) => {
        const admin = parseState(state)
        const { id } = await accountOf(stores, email)
        await stores.accounts.setAdmin(id, admin)
        logChange('set admin', { account: id, isAdmin: admin })
        console.error(`${email} is ${admin ? 'now' : 'no longer'} an admin.`)
      }),
    )
  account
    .command('block <email> [state]')
    .description(
      'Block an account (on), which suspends its sessions, API tokens and webhooks, or unblock it (off)',
    )
    .option('--revoke-tokens', 'end its sessions, API tokens and webhooks for good', false)
    .action((email: string, state: string | undefined, { revokeTokens }: { revokeTokens: boolean }) =>
      withStores(async (stores, logChange) => {
        const blocked = parseState(state ?? 'on')
        const account = await accountOf(stores, email)
        await stores.accounts.setBlocked(account.id, blocked)
        logChange('set blocked', { account: account.id, blocked, revokeTokens })
        console.error(`${email} is ${blocked ? 'now' : 'no longer'} blocked.`)
        if (revokeTokens) {
          const ending = { by: 'operator', kinds: kindsOfSignOut } as const
          console.error(describeEnded(await stores.accounts.endAccess(account.id, ending)))
        } else if (!blocked) console.error(await describeTokens(stores, account))
      }),
    )
  account
    .command('remove <email>')
    .description('Remove an account, its tokens and its private GIFs, but not its public GIFs')
    .action((email: string) =>
      withStores(async (stores, logChange) => {
        const { id } = await accountOf(stores, email)
        const removed = await removeAccount(stores.accounts, stores.mediaStore, id, 'keep')
        logChange('remove account', { account: id, privateGifs: removed })
        console.error(`${email} removed, with ${removed} private GIFs.`)
      }),
    )
  return account
}

/** Yields every account, oldest first, page by page. */
async function* listAllAccounts(accounts: Stores['accounts']): AsyncGenerator<AccountSummary> {
  for (let start = 0; ; start += listPage) {
    const page = (await accounts.find({ text: '', start, limit: listPage })).accounts
    yield* page
    if (page.length < listPage) return
  }
}

function formatAccount({ email, premium, admin, blocked, tokens, gifs, createdAt }: AccountSummary): string {
  const marks = [premium ? 'Premium' : '', admin ? 'admin' : '', blocked ? 'blocked' : '']
    .filter((mark) => mark !== '')
    .join(', ')
  return `${email}\t${marks || '-'}\t${tokens} tokens\t${gifs} GIFs\tsince ${formatDay(createdAt)}`
}

async function manageTokens(
  { accounts }: Stores,
  account: Account,
  options: TokenOptions & { logChange: LogChange },
): Promise<void> {
  const { logChange } = options
  if (options.revoke !== undefined) {
    const revoked = await accounts.revokeToken(account.id, options.revoke)
    if (!revoked) throw new Error(`${account.email} has no token with this number; see account token --list.`)
    logChange('revoke token', { account: account.id, token: options.revoke })
    console.error('Token revoked.')
  } else if (options.list === true) {
    for (const { id, name, hint, createdAt, lastUsedAt } of await accounts.tokens(account.id)) {
      console.log(
        `${id}\t${hint}…\t${name}\tsince ${formatDay(createdAt)}\t${lastUsedAt === null ? 'never used' : `used ${formatDay(lastUsedAt)}`}`,
      )
    }
  } else {
    const { token } = await makeToken(accounts, account.id, options.name)
    logChange('add token', { account: account.id })
    console.error(`A new API token for ${account.email}, shown only once:`)
    console.log(token)
  }
}

/** Describes the access that ended with a new password or for good, for the operator. */
function describeEnded(ended: EndedAccess | undefined): string {
  const parts = [
    ...(ended?.tokens ?? []).map((name) => `API token “${name}”`),
    ...(ended?.webhooks ?? []).map((url) => `webhook ${url}`),
    ...(ended?.identities ?? []).map((issuer) => `linked sign-on at ${issuer}`),
  ]
  return parts.length === 0 ? 'It has no API tokens or webhooks.' : `Ended: ${parts.join(', ')}.`
}

/** The state of an account's tokens, for the operator. */
async function describeTokens({ accounts }: Stores, { id }: Account): Promise<string> {
  const { length } = await accounts.tokens(id)
  if (length === 0) return 'It has no API tokens.'
  return `Its ${length} API token${length === 1 ? '' : 's'} still work${length === 1 ? 's' : ''}; --revoke-tokens ends them, and its webhooks.`
}

async function accountOf({ accounts }: Stores, email: string): Promise<Account> {
  const account = await accounts.byEmail(email)
  if (account === undefined) throw new Error(`There is no account ${email}; see account list.`)
  return account
}

function hashOf(password: string, email: string): Promise<string> {
  checkPassword(password, email, 'password')
  return hashPassword(password)
}

function parseState(state: string): boolean {
  if (state !== 'on' && state !== 'off') throw new Error('The state must be on or off.')
  return state === 'on'
}

function formatDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** Reads the first line of a stream, such as standard input. Throws if it is too long. */
async function readSecret(input: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  input.setEncoding('utf8')
  for await (const piece of input) {
    text += String(piece)
    if (text.includes('\n')) break
    if (text.length > maxSecretLength) throw new Error('The password on standard input is too long.')
  }
  return text.split(/\r?\n/, 1)[0] ?? ''
}
