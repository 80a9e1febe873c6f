/*
 * How commands on the same machine reach the process that has the embedded database open: a socket in its data folder,
 * which only this user can open. One line of JSON each way.
 */
import { rmSync } from "node:fs";
import { createConnection, createServer, type Server } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

type Handlers = Readonly<Record<string, (given: unknown) => Promise<unknown>>>;

function addressIn(dataFolder: string): string {
  const folder = resolve(dataFolder);
  return process.platform === "win32"
    ? `\\\\.\\pipe\\fanfare-${Buffer.from(folder).toString("base64url")}`
    : join(folder, "control");
}

/** Resolves to a server that needn't be there: some file systems have no sockets. */
export async function serveControl(dataFolder: string, handlers: Handlers): Promise<Server | Error> {
  const address = addressIn(dataFolder);
  // The lock on the folder says that nobody else listens there.
  if (process.platform !== "win32") rmSync(address, { force: true });
  const server = createServer((socket) => {
    socket.on("error", () => {});
    createInterface({ input: socket }).on("line", (line) => {
      void answer(handlers, line).then((told) => socket.end(`${JSON.stringify(told)}\n`));
    });
  });
  return new Promise((done) => {
    server.once("error", done);
    server.listen(address, () => done(server.unref()));
  });
}

async function answer(handlers: Handlers, line: string): Promise<{ value: unknown } | { error: string }> {
  try {
    const { name, given } = JSON.parse(line);
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (!handler) throw new Error("The running Fanfare is another version, and doesn't know this command.");
    return { value: (await handler(given)) ?? null };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

/** Asks the process that has this data folder. Undefined if none listens. */
export function askControl(
  dataFolder: string,
  name: string,
  given: unknown = {},
): Promise<{ value: unknown } | undefined> {
  return new Promise((done, fail) => {
    const socket = createConnection(addressIn(dataFolder), () => {
      socket.write(`${JSON.stringify({ name, given })}\n`);
    });
    socket.once("error", () => done(undefined));
    let isAnswered = false;
    createInterface({ input: socket })
      .once("line", (line) => {
        isAnswered = true;
        const told = JSON.parse(line);
        if ("error" in told) fail(new Error(told.error));
        else done(told);
      })
      .once("close", () => {
        if (!isAnswered) fail(new Error("Fanfare stopped before it answered."));
      });
  });
}
