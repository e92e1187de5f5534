import { Command, Option } from 'commander'
import type { Account } from '../accounts/account.ts'
import { makeToken } from '../accounts/tokens.ts'
import { type Stores, withStores } from './with-stores.ts'

/** `account add | list | token | premium | remove`: the operator's way in. */
export function accountCommands(): Command {
  const account = new Command('account').description('Accounts and their API tokens')
  account
    .command('add <email>')
    .description('Make an account; prints its API token, which is shown this once, alone on one line')
    .option('--premium', 'a Premium account', false)
    .option('--admin', 'an admin account', false)
    .action((email: string, options: { premium: boolean; admin: boolean }) =>
      withStores(async ({ accounts }) => {
        const added = await accounts.add({ email: checkEmail(email), ...options })
        const { token } = await makeToken(accounts, added.id, 'first token')
        console.error(`Account ${added.email} added. Its API token, shown this once:`)
        console.log(token)
      }),
    )
  account
    .command('list')
    .description('List the accounts')
    .action(() =>
      withStores(async ({ accounts }) => {
        for (const { email, premium, admin, tokens, gifs, createdAt } of await accounts.list()) {
          const marks = [premium ? 'Premium' : '', admin ? 'admin' : '']
            .filter((mark) => mark !== '')
            .join(', ')
          console.log(`${email}\t${marks || '-'}\t${tokens} tokens\t${gifs} GIFs\tsince ${day(createdAt)}`)
        }
      }),
    )
  account
    .command('token <email>')
    .description('Make another API token, list the tokens, or revoke one')
    .option('--name <name>', 'what the new token is for', 'token')
    .addOption(new Option('--list', 'list the tokens').conflicts('revoke'))
    .option('--revoke <id>', 'revoke the token of this number', Number)
    .action((email: string, options: { name: string; list?: boolean; revoke?: number }) =>
      withStores(async (stores) => tokenAction(stores, await accountOf(stores, email), options)),
    )
  account
    .command('premium <email> [state]')
    .description('Make an account Premium (on), or not (off)')
    .action((email: string, state = 'on') =>
      withStores(async (stores) => {
        if (state !== 'on' && state !== 'off') throw new Error('The state is on or off.')
        await stores.accounts.setPremium((await accountOf(stores, email)).id, state === 'on')
        console.error(`${email} is ${state === 'on' ? 'now' : 'no longer'} Premium.`)
      }),
    )
  account
    .command('remove <email>')
    .description('Remove an account, its tokens and its private GIFs; its public GIFs stay')
    .action((email: string) =>
      withStores(async (stores) => {
        const { removedMediaIds } = await stores.accounts.remove((await accountOf(stores, email)).id)
        for (const mediaId of removedMediaIds) await stores.mediaStore.removeAll(`gifs/${mediaId}`)
        console.error(`${email} removed, with ${removedMediaIds.length} private GIFs.`)
      }),
    )
  return account
}

async function tokenAction(
  { accounts }: Stores,
  account: Account,
  options: { name: string; list?: boolean; revoke?: number },
): Promise<void> {
  if (options.revoke !== undefined) {
    const revoked = await accounts.revokeToken(account.id, options.revoke)
    if (!revoked) throw new Error(`${account.email} has no token with this number; see account token --list.`)
    console.error('Token revoked.')
  } else if (options.list === true) {
    for (const { id, name, hint, createdAt, lastUsedAt } of await accounts.tokens(account.id)) {
      console.log(
        `${id}\t${hint}…\t${name}\tsince ${day(createdAt)}\t${lastUsedAt === null ? 'never used' : `used ${day(lastUsedAt)}`}`,
      )
    }
  } else {
    const { token } = await makeToken(accounts, account.id, options.name)
    console.error(`A new API token of ${account.email}, shown this once:`)
    console.log(token)
  }
}

async function accountOf({ accounts }: Stores, email: string): Promise<Account> {
  const account = await accounts.byEmail(email)
  if (account === undefined) throw new Error(`There is no account ${email}; see account list.`)
  return account
}

function checkEmail(email: string): string {
  const trimmed = email.trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(trimmed) || trimmed.length > 254) {
    throw new Error(`"${email}" is not an e-mail address, such as anna@example.org.`)
  }
  return trimmed
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
