import { randomUUID } from "node:crypto";
import { Client } from "#test/harness/client.ts";

export interface PublishedProfile {
  id: string;
  username: string;
  linkIds: string[];
}

const LINKS_PER_PROFILE = 4;

/** Signs up a person on the node at `url`. */
export async function signUp(url: string): Promise<Client> {
  const client = new Client(url);
  const person = {
    name: "Ada",
    email: `${randomUUID()}@example.com`,
    password: "correct horse battery staple",
  };
  const { status, body } = await client.call("POST", "/api/auth/sign-up/email", person);
  if (status !== 200) throw new Error(`Sign-up answered ${status} ${JSON.stringify(body)}.`);
  client.id = body.user.id;
  return client;
}

/** A call that has to succeed. Returns its body. */
export async function expectOk(answer: ReturnType<Client["api"]>) {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`Answered ${status} ${JSON.stringify(body)}.`);
  return body;
}

/** Creates a profile with a few links. */
export async function publish(owner: Client, name: string): Promise<PublishedProfile> {
  const { id, username } = await expectOk(owner.api("POST", "/profiles", { name }));
  const linkIds: string[] = [];
  for (let n = 1; n <= LINKS_PER_PROFILE; n++) {
    const link = { title: `Link ${n}`, url: `https://example.com/${n}` };
    linkIds.push((await expectOk(owner.api("POST", `/profiles/${id}/links`, link))).id);
  }
  return { id, username, linkIds };
}
