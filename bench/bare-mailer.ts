/*
 * nodemailer alone, in a separate process: sends the message in the first line of its input as often as its
 * second argument says, for each further line of input. Its first argument is the server's port.
 */
import { createInterface } from "node:readline";
import { createTransport } from "nodemailer";

const [port = "", count = ""] = process.argv.slice(2);
const CONNECTIONS = 5;
const WAITING_MAX = 10;

const transport = createTransport({
  pool: true,
  host: "127.0.0.1",
  port: Number(port),
  ignoreTLS: true,
  maxConnections: CONNECTIONS,
  maxMessages: 100,
});
let message: object | undefined;

async function sendAll(): Promise<void> {
  let left = Number(count);
  const slot = async () => {
    while (left > 0) {
      left -= 1;
      await transport.sendMail({ ...message, to: `fan${left}@fans.example` });
    }
  };
  await Promise.all(Array.from({ length: WAITING_MAX }, slot));
}

for await (const line of createInterface({ input: process.stdin })) {
  if (message === undefined) message = JSON.parse(line) as object;
  else await sendAll();
}
