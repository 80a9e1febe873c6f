import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { Client } from "#test/harness/client.ts";
import { expectOk, signUp } from "./creator.ts";
import { type NodeProcess, startNode } from "./node-process.ts";
import { postgresStore, removeFolders } from "./stores.ts";
import { waitUntil } from "./wait-until.ts";

const WAIT_MS_MAX = 30_000;
const UNITS = 5;
/** The last table that each change writes to, so that it waits there with everything else written. */
const LAST_TABLES = "billing_events, referral_rewards, team_members, mails, passkeys";

afterAll(removeFolders);

let node: NodeProcess;

/** The same browser, wherever the product currently listens. */
function call(person: Client, method: string, path: string, body?: object) {
  const headers = { cookie: person.cookie };
  return new Client(node.url).call(method, `/api/v1${path}`, body, headers);
}

type Ask = <Row>(query: string, values?: unknown[]) => Promise<Row[]>;

/** Everyone whose account changes at the moment of the kill. */
async function prepare(ask: Ask) {
  await signUp(node.url);
  const [buyer, referrer, referred, owner, guest, leaver, giver, taker] = await Promise.all(
    Array.from({ length: 8 }, () => signUp(node.url)),
  ).then((people) => people as [Client, Client, Client, Client, Client, Client, Client, Client]);
  await ask("update users set email_verified = true");
  const { url } = await expectOk(buyer.api("POST", "/billing/checkout", { units: UNITS }));
  const checkout = new URL(url, node.url).searchParams.get("checkout") ?? "";
  const code = await expectOk(referrer.api("POST", "/rpc/generate_referral_code", {}));
  const { referral } = await expectOk(referred.api("POST", "/referrals/attach", { referral_code: code }));
  const [{ email } = { email: "" }] = await ask<{ email: string }>("select email from users where id = $1", [
    guest.id,
  ]);
  const invitation = await expectOk(owner.api("POST", "/team/invitations", { email, role: "editor" }));
  const token = "a-token-only-this-test-knows";
  // Its e-mail brings a token of its own, and only the newest works.
  await waitUntil("the invitation is mailed", WAIT_MS_MAX, async () => {
    const mailed = "select 1 from team_invitations where id = $1 and token_hashes <> '{}'";
    return (await ask(mailed, [invitation.id])).length > 0;
  });
  await ask(
    `update team_invitations set token_hashes =
      array[rtrim(translate(encode(sha256($1::bytea), 'base64'), '+/', '-_'), '=')] where id = $2`,
    [token, invitation.id],
  );
  await ask(
    "insert into team_members (account, user_id, role, created_at) values ($1, $2, 'editor', now())",
    [giver.id, taker.id],
  );
  await expectOk(giver.api("POST", "/team/handover", { member_id: taker.id, is_staying: true }));
  const offers = await expectOk(taker.api("GET", "/team/handover/offers"));
  const [mail] = await ask<{ email: string }>("select email from users where id = $1", [leaver.id]);
  return {
    buyer,
    referrer,
    referred,
    owner,
    guest,
    leaver,
    giver,
    taker,
    changes: {
      pay: () => call(buyer, "POST", "/billing/sandbox", { act: "pay", checkout }),
      reward: () => call(referred, "POST", "/rpc/grant_referral_rewards", { referral_uuid: referral.id }),
      join: () => call(guest, "POST", `/invitations/${token}/accept`, {}),
      leave: () => call(leaver, "DELETE", "/me", { confirmation: mail?.email ?? "" }),
      takeOver: () => call(taker, "POST", "/team/handover/accept", { id: offers.items[0].id }),
    },
  };
}

type People = Awaited<ReturnType<typeof prepare>>;

/** What the changes leave in the database, one number or text each. */
async function outcomes(ask: Ask, { buyer, referrer, referred, owner, guest, leaver, giver, taker }: People) {
  const one = async (query: string, values: unknown[]) =>
    Number((await ask<{ n: string }>(`select count(*) as n from ${query}`, values))[0]?.n);
  return {
    subscribed: await one("events where name = 'billing.subscribed' and account = $1", [buyer.id]),
    rewards: await one("referral_rewards where user_id in ($1, $2)", [referrer.id, referred.id]),
    completed: await one("referrals where status = 'completed' and referrer_user_id = $1", [referrer.id]),
    members: await one("team_members where account = $1 and user_id = $2", [owner.id, guest.id]),
    joined: await one("events where name = 'member.joined' and subject = $1", [guest.id]),
    closed: await one("users where id = $1 and deletion_due_at is not null", [leaver.id]),
    farewells: await one("mails where template = 'account-data.closing' and account = $1", [leaver.id]),
    taken: await one("events where name = 'handover.accepted' and account = $1", [giver.id]),
    sessions: await one("sessions where user_id = $1 and token = $2", [
      giver.id,
      decodeURIComponent(/session_token=([^;.]+)/.exec(taker.cookie)?.[1] ?? ""),
    ]),
    standIns: await one("users where email like '%@swap.invalid'", []),
  };
}

const NOTHING = {
  subscribed: 0,
  rewards: 0,
  completed: 0,
  members: 0,
  joined: 0,
  closed: 0,
  farewells: 0,
  taken: 0,
  sessions: 0,
  standIns: 0,
};
const ONCE = {
  subscribed: 1,
  rewards: 2,
  completed: 1,
  members: 1,
  joined: 1,
  closed: 1,
  farewells: 1,
  taken: 1,
  sessions: 1,
  standIns: 0,
};

it("a process killed while people buy, join, leave and hand over leaves nothing half done, and nothing twice", async ({
  onTestFinished,
}) => {
  const store = await postgresStore();
  node = await startNode(store);
  onTestFinished(async () => void (await node.end("SIGKILL")));
  const database = new pg.Client({ connectionString: store.databaseUrl });
  await database.connect();
  onTestFinished(() => database.end());
  const ask: Ask = async (query, values = []) => (await database.query(query, values)).rows;
  const people = await prepare(ask);
  const changes = Object.values(people.changes);

  await waitUntil("no e-mail is on its way", WAIT_MS_MAX, async () => {
    return (await ask("select 1 from mails where state in ('queued', 'sending')")).length === 0;
  });
  await ask("begin");
  await ask(`lock table ${LAST_TABLES} in share row exclusive mode`);
  await expectOk(people.referred.api("POST", "/profiles", { name: "First" }));
  const interrupted = Promise.allSettled(changes.map((change) => change()));
  const others = "from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
  await waitUntil("every change waits", WAIT_MS_MAX, async () => {
    // In a transaction, it would otherwise say what was so when it was first asked.
    await ask("select pg_stat_clear_snapshot()");
    const waiting = await ask(
      `select 1 ${others} and wait_event_type = 'Lock' and query not like '%pgboss%'`,
    );
    return waiting.length >= changes.length;
  });
  await node.end("SIGKILL");
  expect((await interrupted).map(({ status }) => status)).toEqual(changes.map(() => "rejected"));
  await ask("rollback");
  await waitUntil("the process's transactions are over", WAIT_MS_MAX, async () => {
    return (await ask(`select 1 ${others} and backend_type = 'client backend'`)).length === 0;
  });
  expect(await outcomes(ask, people)).toEqual(NOTHING);

  node = await startNode(store);
  // Whoever got no answer asks again, and perhaps once more.
  for (const change of changes) expect((await change()).status).toBeLessThan(300);
  await Promise.all(changes.map((change) => change()));
  const billing = async () => (await call(people.buyer, "GET", "/billing")).body.units === UNITS;
  await waitUntil("premium is there", WAIT_MS_MAX, billing);
  expect(await outcomes(ask, people)).toEqual(ONCE);
});
