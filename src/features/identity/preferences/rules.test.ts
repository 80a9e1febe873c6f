import { describe, expect, it } from "vitest";
import { cellOf, isSubscribed, TOPIC_NAMES, TOPICS, topicsFor } from "./rules.ts";

describe("what someone is told about", () => {
  it("is everything there is to choose until they turn it off", () => {
    expect(isSubscribed([], "fans", "email")).toBe(true);
    expect(isSubscribed([cellOf("fans", "email")], "fans", "email")).toBe(false);
    expect(isSubscribed([cellOf("fans", "email")], "fans", "in_app")).toBe(true);
  });

  it("always includes their security, whatever is stored", () => {
    const everything = TOPIC_NAMES.flatMap((topic) => [cellOf(topic, "in_app"), cellOf(topic, "email")]);
    expect(isSubscribed(everything, "security", "in_app")).toBe(true);
    expect(isSubscribed(everything, "security", "email")).toBe(true);
    const still = TOPIC_NAMES.filter((topic) => isSubscribed(everything, topic, "in_app"));
    expect(still).toEqual(["roles", "decisions", "billing", "mailboxes", "keys", "terms", "security"]);
  });

  it("includes what staff look after only for those who do", () => {
    const others = TOPIC_NAMES.filter((name) => !["reviews", "reports", "help", "approvals"].includes(name));
    expect(topicsFor("user")).toEqual(others);
    expect(topicsFor("support")).toEqual(
      TOPIC_NAMES.filter((name) => name !== "reviews" && name !== "reports"),
    );
    expect(topicsFor("moderator")).toEqual(TOPIC_NAMES.filter((name) => name !== "help"));
    expect(topicsFor("founder")).toEqual(TOPIC_NAMES);
  });

  it("never includes a way that there isn’t", () => {
    expect(isSubscribed([], "team", "email")).toBe(false);
    expect(TOPICS.team.email).toBe("never");
  });
});
