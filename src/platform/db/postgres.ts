import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { StartRefusal } from "#src/lib/errors.ts";
import { type Database, type Db, IDLE_MS_MAX, STATEMENT_MS_MAX } from "./database.ts";
import { DatabaseUnavailable } from "./database-unavailable.ts";
import { noteStatement } from "./statement-times.ts";
import { requireNoTransaction } from "./transaction-guard.ts";

const CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const LISTEN_RETRY_MS = 250;

/** Connects to a PostgreSQL server, or fails with one sentence if it can't be reached. */
export async function openPostgres(
  connectionString: string,
  onError: (error: Error) => void,
): Promise<Database> {
  const pool = new OutsidePool({
    connectionString,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "fanfare",
    idle_in_transaction_session_timeout: IDLE_MS_MAX,
    statement_timeout: STATEMENT_MS_MAX,
    Client: TimedClient,
  });
  pool.on("error", onError);
  // The pool handles errors only of idle connections. Losing one during a transaction would end the process.
  pool.on("connect", (client) => client.on("error", onError));
  await pool.query("select 1").catch(async (error: Error) => {
    await pool.end();
    throw new StartRefusal(
      `The database of DATABASE_URL can't be reached (${error.message || "no answer"}). Start it, or fix DATABASE_URL.`,
    );
  });
  const listeners: Listener[] = [];
  return {
    kind: "postgres",
    orm: drizzle(pool) as unknown as Db,
    jobs: { connectionString },
    async run<Row>(statement: { name: string; text: string }, values: unknown[]) {
      const result = await pool.query({ name: statement.name, text: statement.text, values });
      return result.rows as Row[];
    },
    async script(text) {
      await pool.query(text);
    },
    async listen(channel, hearing) {
      const listener = new Listener(connectionString, channel, hearing);
      listeners.push(listener);
      await listener.connect();
    },
    async close() {
      await Promise.all(listeners.map((listener) => listener.close()));
      await pool.end();
    },
  };
}

/** Notes how long statements take. */
class TimedClient extends pg.Client {
  override query = ((...given: [unknown, ...unknown[]]) => {
    const begun = performance.now();
    const result = Reflect.apply(super.query, this, given);
    const [asked] = given;
    const text = typeof asked === "string" ? asked : (asked as { text?: string }).text;
    if (text === undefined || !(result instanceof Promise)) return result;
    const note = () => noteStatement(text, performance.now() - begun);
    result.then(note, note);
    return result;
  }) as pg.Client["query"];
}

type Answer = Parameters<pg.Pool["connect"]>[0];

/** The pool for queries outside of transactions. */
class OutsidePool extends pg.Pool {
  override connect = ((answer?: Answer) => {
    requireNoTransaction();
    if (answer)
      return super.connect((error, ...found) => answer(error && new DatabaseUnavailable(error), ...found));
    return super.connect().catch((error: Error) => {
      throw new DatabaseUnavailable(error);
    });
  }) as pg.Pool["connect"];
}

/** A connection that listens for the lifetime of the process, and reports if it may have missed something. */
class Listener {
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  readonly #connectionString: string;
  readonly #channel: string;
  readonly #hearing: { onMessage(payload: string): void; onGap(): void };

  constructor(
    connectionString: string,
    channel: string,
    hearing: { onMessage(payload: string): void; onGap(): void },
  ) {
    this.#connectionString = connectionString;
    this.#channel = channel;
    this.#hearing = hearing;
  }

  async connect(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#connectionString, keepAlive: true });
    this.#client = client;
    client.on("notification", (message) => this.#hearing.onMessage(message.payload ?? ""));
    client.on("error", () => this.#retry(client));
    client.on("end", () => this.#retry(client));
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(this.#channel)}`);
  }

  #retry(client: pg.Client): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = undefined;
    this.#timer = setTimeout(() => {
      this.connect().then(
        () => this.#hearing.onGap(),
        () => this.#retry(this.#client ?? client),
      );
    }, LISTEN_RETRY_MS);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#client?.end();
  }
}
