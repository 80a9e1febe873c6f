/*
 * A mail server that takes everything and keeps nothing, in a separate process. Prints its port, and then, each
 * time as many messages as its first argument says have arrived, the seconds from the first of them to the last
 * and their bytes, as JSON.
 */
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

const wanted = Number(process.argv[2]);
let arrived = 0;
let firstAt = 0;
let bytes = 0;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  // Asking who connects would take a name server.
  disableReverseLookup: true,
  onData(stream, _session, done) {
    if (arrived === 0) firstAt = performance.now();
    stream.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    stream.on("end", () => {
      done();
      arrived += 1;
      if (arrived < wanted) return;
      const seconds = (performance.now() - firstAt) / 1000;
      process.stdout.write(`${JSON.stringify({ seconds, bytes: bytes / arrived })}\n`);
      arrived = 0;
      bytes = 0;
    });
  },
});
server.on("error", () => undefined);
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${(server.server.address() as AddressInfo).port}\n`);
});
