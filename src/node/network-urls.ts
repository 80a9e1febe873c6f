import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";

const EVERYWHERE = new Set(["0.0.0.0", "::"]);
const THIS_MACHINE = /^(localhost|127\..*|::1)$/;

/** Tunnels, and bridges to containers and virtual machines. No phone is behind those. */
const VIRTUAL =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|bridge|cni|flannel|cali|podman|utun|tun|tap|wg|awdl|llw)/;

/** Returns the URL for a browser on this machine, if the server listens on `host`. */
export function urlOf(host: string, port: number): string {
  if (EVERYWHERE.has(host) || THIS_MACHINE.test(host)) return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/**
 * Returns the URLs for a phone on the same network. Empty unless the server listens on all of the machine's
 * addresses.
 */
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
