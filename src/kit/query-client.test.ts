import { ORPCError } from "@orpc/client";
import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createQueryClient } from "./query-client.ts";

test("a change that’s saved while something is asked for the first time asks for it again", async () => {
  const queries = createQueryClient(() => undefined);
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
  let asked = 0;
  const queryFn = () => (answers[asked++] ?? answers[1]).promise;
  const seen = new QueryObserver(queries, { queryKey: ["preview"], queryFn });
  const end = seen.subscribe(() => undefined);
  const changed = queries.invalidateQueries({ queryKey: ["preview"] });
  answers[0].resolve("before");
  answers[1].resolve("after");
  await changed;
  expect(seen.getCurrentResult().data).toBe("after");
  expect(asked).toBe(2);
  end();
});

test("what a page waits for before it opens arrives, though a change asked for it again", async () => {
  const queries = createQueryClient(() => undefined);
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
  let asked = 0;
  const queryFn = () => (answers[asked++] ?? answers[1]).promise;
  const loaded = queries.fetchQuery({ queryKey: ["page"], queryFn });
  const end = new QueryObserver(queries, { queryKey: ["page"], queryFn }).subscribe(() => undefined);
  void queries.invalidateQueries();
  answers[0].resolve("before");
  answers[1].resolve("after");
  expect(await loaded).toBe("after");
  end();
});

test("a part of the product that’s found switched off is told of once for each call", async () => {
  let told = 0;
  const queries = createQueryClient(
    () => undefined,
    () => told++,
  );
  const refused = (code: string) => () => Promise.reject(new ORPCError(code, { status: 403 }));
  for (const code of ["FEATURE_OFF", "FORBIDDEN"])
    await queries.fetchQuery({ queryKey: [code], queryFn: refused(code) }).catch(() => undefined);
  expect(told).toBe(1);
});
