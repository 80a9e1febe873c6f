import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

export function readProjectFile(file: string): string {
  return readFileSync(resolve(ROOT, file), "utf8");
}

interface Instruction {
  name: string;
  text: string;
}

/** The instructions of the Dockerfile, by stage. */
export function stagesOf(dockerfile: string): Instruction[][] {
  const lines = dockerfile
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll("\\\n", " ")
    .split("\n");
  const instructions = lines.filter(Boolean).map((line) => {
    const [, name = "", text = ""] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    return { name, text: text.trim() };
  });
  const stages: Instruction[][] = [];
  for (const instruction of instructions) {
    if (instruction.name === "FROM") stages.push([]);
    stages.at(-1)?.push(instruction);
  }
  return stages;
}

/** What the image's last stage says about running it. */
export function runtimeOf(dockerfile: string) {
  const last = stagesOf(dockerfile).at(-1) ?? [];
  const textOf = (name: string) => last.find((one) => one.name === name)?.text ?? "";
  const array = (text: string): string[] => JSON.parse(text.slice(text.indexOf("[")));
  const env = last.filter(({ name }) => name === "ENV").flatMap(({ text }) => text.split(/ +/));
  return {
    entrypoint: array(textOf("ENTRYPOINT")),
    healthCheck: array(textOf("HEALTHCHECK")),
    env: Object.fromEntries(env.map((pair) => pair.split("=") as [string, string])),
    user: textOf("USER"),
    volume: textOf("VOLUME"),
    port: textOf("EXPOSE"),
    workdir: textOf("WORKDIR"),
  };
}
