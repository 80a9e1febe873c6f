import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { SERVER_FLAGS, SERVER_MEMORY } from "../../bin/setup.mjs";

const MAIN = resolve(import.meta.dirname, "../../dist/server/main.js");
/** A first start takes 3 s, and ten times as long on a busy machine. */
const START_MS_MAX = 120_000;

export interface NodeSettings {
  data: string;
  /** Without it, the process uses the embedded database in `data`. */
  databaseUrl?: string | undefined;
  args?: string[];
  env?: Record<string, string>;
  /** The command that starts the process, such as `taskset -c 0`. */
  launcher?: string[];
  /** What runs instead of this build: Node, its flags, and the server's file. */
  command?: string[];
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface NodeProcess {
  url: string;
  port: number;
  pid: number;
  ended: Promise<Ended>;
  /** Sends the signal and waits for the end. Does nothing if the process has already ended. */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

function launch(settings: NodeSettings): { child: ChildProcess; ended: Promise<Ended>; output(): string } {
  const command = [
    ...(settings.launcher ?? []),
    ...(settings.command ?? [process.execPath, ...SERVER_FLAGS, MAIN]),
    "--port",
    "0",
    "--data",
    settings.data,
  ];
  const [program = "", ...args] = [...command, ...(settings.args ?? [])];
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...SERVER_MEMORY,
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOST: "127.0.0.1",
      LOG_LEVEL: "error",
      ...(settings.databaseUrl ? { DATABASE_URL: settings.databaseUrl } : {}),
      ...settings.env,
    },
  });
  const written = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream]?.on("data", (chunk: Buffer) => {
      written[stream] += chunk.toString();
    });
  }
  const ended = new Promise<Ended>((resolveEnd) => {
    child.once("close", (code, signal) => resolveEnd({ code, signal, ...written }));
  });
  return { child, ended, output: () => written.stdout };
}

/** Runs the built server until it ends by itself, to see what it says when it refuses to start. */
export async function runToEnd(settings: NodeSettings): Promise<Ended> {
  const { child, ended } = launch(settings);
  const timer = setTimeout(() => child.kill("SIGKILL"), START_MS_MAX);
  const end = await ended;
  clearTimeout(timer);
  return end;
}

/** Starts the built server on a free port. Resolves once it answers. */
export async function startNode(settings: NodeSettings): Promise<NodeProcess> {
  const { child, ended, output } = launch(settings);
  const port = await new Promise<number>((resolvePort, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error("The server did not start."));
    }, START_MS_MAX);
    const look = () => {
      const found = /runs at http:\/\/localhost:(\d+)\n/.exec(output())?.[1];
      if (!found) return;
      clearTimeout(timer);
      child.stdout?.off("data", look);
      resolvePort(Number(found));
    };
    child.stdout?.on("data", look);
    void ended.then(({ code, stdout, stderr }) => {
      clearTimeout(timer);
      reject(new Error(`The server ended with ${code}.\n${stdout}${stderr}`));
    });
  });
  return {
    url: `http://localhost:${port}`,
    port,
    pid: child.pid ?? 0,
    ended,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
