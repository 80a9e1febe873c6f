/*
 * How commands on the same machine reach the process that has the embedded database open: a socket in its data folder,
 * which only this user can open. One line of JSON each way.
 */
import { rmSync } from "node:fs";
import { createConnection, createServer, type Server, type Socket } from "node:net";
import { join, resolve } from "node:path";
import { StartRefusal } from "#src/lib/errors.ts";

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
  const server = createServer(async (socket) => {
    const line = await readLine(socket).catch(() => undefined);
    if (line === undefined) socket.destroy();
    else socket.end(`${JSON.stringify(await answer(handlers, line))}\n`);
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
export async function askControl(
  dataFolder: string,
  name: string,
  given: unknown = {},
): Promise<{ value: unknown } | undefined> {
  const socket = createConnection(addressIn(dataFolder));
  const isThere = await new Promise((done) => {
    socket.once("connect", () => done(true));
    socket.once("error", () => done(false));
  });
  if (!isThere) return undefined;
  socket.write(`${JSON.stringify({ name, given })}\n`);
  const line = await readLine(socket);
  socket.destroy();
  if (line === undefined) throw new StartRefusal("Fanfare stopped before it answered.");
  const told = JSON.parse(line);
  if ("error" in told) throw new StartRefusal(told.error);
  return told;
}

/** A support bundle is the longest. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;

/** Undefined if the other side ends before. */
function readLine(socket: Socket): Promise<string | undefined> {
  return new Promise((done) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    socket.on("data", (part: Buffer) => {
      parts.push(part);
      bytes += part.length;
      if (part.includes("\n")) done(Buffer.concat(parts).toString("utf8").trimEnd());
      else if (bytes > LINE_BYTES_MAX) done(undefined);
    });
    socket.on("error", () => done(undefined));
    socket.on("close", () => done(undefined));
  });
}
