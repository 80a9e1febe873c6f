import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** The address of the demo's mail server. Only this machine can reach it. */
export const SINK_HOST = "127.0.0.1";

/**
 * Opens a mail server that accepts every e-mail and delivers none, so that people can try campaigns. Returns
 * its port.
 */
export async function openSink(): Promise<number> {
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    onData(stream, _session, done) {
      stream.on("end", () => done());
      stream.resume();
    },
  });
  // A client that hangs up must not end the demo.
  server.on("error", () => undefined);
  const listening = server.listen(0, SINK_HOST);
  await new Promise<void>((resolve, reject) => {
    listening.once("listening", resolve);
    listening.once("error", reject);
  });
  listening.unref();
  return (listening.address() as AddressInfo).port;
}
