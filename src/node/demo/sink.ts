import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** Where the demo's mail server listens. Only this machine reaches it. */
export const SINK_HOST = "127.0.0.1";

/** A mail server that takes every e-mail and delivers none, so that campaigns can be tried. Returns its port. */
export async function openSink(): Promise<number> {
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    onData(stream, _session, done) {
      stream.on("end", () => done());
      stream.resume();
    },
  });
  // A client that hangs up is no reason to end the demo.
  server.on("error", () => undefined);
  const listening = server.listen(0, SINK_HOST);
  await new Promise<void>((resolve, reject) => {
    listening.once("listening", resolve);
    listening.once("error", reject);
  });
  listening.unref();
  return (listening.address() as AddressInfo).port;
}
