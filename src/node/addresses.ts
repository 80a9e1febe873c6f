import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";

const EVERYWHERE = new Set(["0.0.0.0", "::"]);
const THIS_MACHINE = /^(localhost|127\..*|::1)$/;

/** Bridges to containers and virtual machines, and tunnels: no phone is behind them. */
const VIRTUAL =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|bridge|cni|flannel|cali|podman|utun|tun|tap|wg|awdl|llw)/;

/** Where a browser on this machine reaches what listens on `host`. */
export function urlOf(host: string, port: number): string {
  if (EVERYWHERE.has(host) || THIS_MACHINE.test(host)) return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Where a phone on the same network reaches it: nowhere unless it listens on all of the machine's addresses. */
export function networkUrls(host: string, port: number, interfaces = networkInterfaces()): string[] {
  if (!EVERYWHERE.has(host)) return [];
  return Object.entries(interfaces)
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, addresses = []]) => addresses)
    .filter(
      ({ family, internal, address }) => family === "IPv4" && !internal && !address.startsWith("169.254."),
    )
    .map(({ address }) => `http://${address}:${port}`);
}
