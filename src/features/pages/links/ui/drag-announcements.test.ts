import type { Active, Over } from "@dnd-kit/core";
import { expect, it } from "vitest";
import type { Link } from "#src/features/pages/links/contract.ts";
import { dragAnnouncements } from "./drag-announcements.ts";

const links = [
  { id: "a", title: "Single" },
  { id: "b", title: "Tour" },
] as Link[];

it("tells a screen reader which link moves and where it is", () => {
  const say = dragAnnouncements(links);
  const active = { id: "a" } as Active;
  const over = { id: "b" } as Over;
  expect(say.onDragStart({ active })).toBe("Single picked up at position 1 of 2.");
  expect(say.onDragOver({ active, over })).toBe("Single is over position 2 of 2.");
  expect(say.onDragEnd({ active, over })).toBe("Single dropped at position 2 of 2.");
  expect(say.onDragCancel({ active, over: null })).toBe("Move canceled. Single is back where it was.");
});
