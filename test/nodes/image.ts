import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { assemble, USER } from "../../bin/image.mjs";
import { dataFolder } from "./stores.ts";

/** What a container runtime does: everything is read-only but the data folder and a new `/tmp`. */
const ENTER = `
mount --bind "$IMAGE" "$IMAGE" && mount -o remount,ro,bind "$IMAGE" &&
mount --bind "$DATA" "$IMAGE/data" && mount -t tmpfs tmpfs "$IMAGE/tmp" &&
mount -t proc proc "$IMAGE/proc" && mount --rbind /dev "$IMAGE/dev" &&
exec chroot --userspec=${USER}:${USER} "$IMAGE" "$@"`;

/** Whether this machine lets us do what a container runtime does. */
export const CAN_ENTER =
  spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/tmp"]).status === 0;

/** Assembles what the Dockerfile copies into its last stage, with a runtime's mount points. */
export async function makeImage(): Promise<string> {
  const image = join(await dataFolder(), "image");
  assemble(image);
  return image;
}

/** The command that runs a program of the image in what's a container but for its network and processes. */
export function enter(image: string, data: string): string[] {
  for (const name of ["data", "proc", "dev"]) mkdirSync(join(image, name), { recursive: true });
  return ["unshare", "--mount", "env", `IMAGE=${image}`, `DATA=${data}`, "sh", "-c", ENTER, "sh"];
}

/** An empty data folder that belongs to the container's user, or to another one. */
export async function volume(owner = USER): Promise<string> {
  const folder = join(await dataFolder(), "data");
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, owner, owner);
  return folder;
}
