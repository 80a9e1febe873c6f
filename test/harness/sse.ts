import { randomUUID } from "node:crypto";
import type { TestApp } from "./app.ts";
import type { Client } from "./client.ts";

export const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

/** Views a profile's page. Returns the server's response. */
export function viewPage(app: TestApp, profileId: string) {
  const event = { id: randomUUID(), profile_id: profileId, session_id: "s" };
  return app.visitor().call("POST", "/api/v1/views", event, { "user-agent": SAFARI });
}

/** The live stream of a profile's figures, opened in `client`'s session. */
export async function listenSse(client: Client, profileId: string) {
  const leaving = new AbortController();
  const response = await fetch(`${client.url}/api/v1/profiles/${profileId}/analytics/live`, {
    headers: { cookie: client.cookie },
    signal: leaving.signal,
  });
  return {
    status: response.status,
    /** Everything received, once the server has ended the stream. */
    ended: () => response.text(),
    /** Resolves with the next event. Rejects if the stream ends without one. */
    async next(): Promise<void> {
      const reader = response.body?.getReader();
      for (let text = ""; !text.includes('"at"'); ) {
        const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
        if (done) throw new Error("The stream ended.");
        text += new TextDecoder().decode(value);
      }
      reader?.releaseLock();
    },
    leave: () => leaving.abort(),
  };
}
