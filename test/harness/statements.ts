import pg from "pg";

/** What node-postgres is asked: a text, or an object with one. */
type Asked = string | { text?: string };

/**
 * The statements of every transaction that `work` commits on PostgreSQL, without those that begin and end it. Polling for
 * jobs goes on in others.
 */
export async function transactionsDuring(work: () => Promise<unknown>): Promise<string[][]> {
  const { query } = pg.Client.prototype;
  const open = new Map<pg.Client, string[]>();
  const committed: string[][] = [];
  pg.Client.prototype.query = function (this: pg.Client, ...asked: unknown[]) {
    const [first] = asked as [Asked];
    const text = (typeof first === "string" ? first : (first.text ?? "")).trim();
    if (/^begin\b/i.test(text)) open.set(this, []);
    else if (/^commit\b/i.test(text)) committed.push(open.get(this) ?? []);
    else open.get(this)?.push(text);
    if (/^(?:commit|rollback)\s*$/i.test(text)) open.delete(this);
    return Reflect.apply(query, this, asked);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return committed;
}
