// @project server-postgres
import { expect, it } from "vitest";
import { readCatalogues } from "#src/languages/plugin.ts";
import { declaredEvents } from "#src/platform/events/event-registry.ts";
import { EVENT_TYPES, WEBHOOK_EVENTS } from "./contract.ts";
import "#src/node/slices.ts";

const offered = [...declaredEvents().values()].filter(({ webhook }) => webhook);

it("every event that declares so can be received, and has a different public name", () => {
  expect(WEBHOOK_EVENTS.map(({ announced }) => announced).sort()).toEqual(
    offered.map(({ name }) => name).sort(),
  );
  expect(new Set(EVENT_TYPES).size).toBe(EVENT_TYPES.length);
});

it("every event that webhooks offer has an example that its payload’s schema accepts", () => {
  for (const { name, payload, webhook } of offered) {
    const { example = {} } = webhook ?? {};
    expect(payload.parse(example), name).toEqual(example);
  }
});

it("every event that webhooks offer is described in every language", () => {
  for (const catalogue of Object.values(readCatalogues()))
    expect(WEBHOOK_EVENTS.map(({ label }) => label).filter((label) => !(label in catalogue))).toEqual([]);
});
