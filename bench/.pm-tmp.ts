import { readFileSync } from "node:fs";
import { fillProfiles } from "./data.ts";
import { load } from "./generate.ts";
import { PICK_SLOT } from "./load-plan.ts";
import { Stage } from "./stage.ts";
import { requestHead, visitor } from "./visitors.ts";

const cpu = (pid: number) => {
  const f = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (+f[11] + +f[12]) * 10;
};
const [what, prof] = process.argv.slice(2);
const stage = new Stage();
const url = await stage.database();
const node = await stage.product(url, {
  ...(what === "miss" ? { PAGE_CACHE_MB: "0" } : {}),
  ...(prof ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=/tmp/nb/prof-${what}` } : {}),
});
const c = await stage.connect(url);
await fillProfiles(c, { profiles: 10000, links: 12 });
const picks = Array.from({ length: 10000 }, (_, n) =>
  `page${String(1 + ((n * 7919) % 10000)).padStart(5, "0")}`.padEnd(PICK_SLOT.length, "?"),
);
const requests = Array.from(
  { length: 32 },
  (_, n) =>
    `${requestHead(`GET ${what === "miss" ? "/" + PICK_SLOT : "/page00001"}`, visitor(n))}Accept: text/html\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`,
);
for (let i = 0; i < 2; i++) {
  const b = cpu(node.pid),
    t = performance.now();
  const r = await load({ port: node.port, connections: 32, requests, picks });
  console.log(what, Math.round(r), "busy", ((cpu(node.pid) - b) / (performance.now() - t)).toFixed(2));
}
console.log(
  (
    await c.query(
      "explain (analyze,buffers) select p.id, coalesce((select json_agg(l.id order by l.position,l.id) from links l where l.profile_id=p.id and l.is_visible and l.deleted_at is null),'[]') from client_profiles p where p.username='page00042' and p.deleted_at is null",
    )
  ).rows
    .map((x: any) => x["QUERY PLAN"])
    .join("\n"),
);
await node.end("SIGTERM");
await stage.close();
