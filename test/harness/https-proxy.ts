import { once } from "node:events";
import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

/** The only host that this certificate is for. Its key is here for everyone to read, and good for nothing else. */
export const PROXY_HOST = "pages.fanfare.net";

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgYGfJUkKN9tx8WuF3
sqTF6c3eP+4pKlN7SKb4nLwvb3KhRANCAAT5IDXm3aFHMb9Q27V94W69jnOBd7TZ
v6WrzErt18+wjmAc7jRidJ8qggKKFshAOsTVBL2p2zp23pyyuMtI+DMj
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBWjCCAQCgAwIBAgIBATAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFwYWdlcy5m
YW5mYXJlLm5ldDAgFw0yMDAxMDEwMDAwMDBaGA8yMTI2MDEwMTAwMDAwMFowHDEa
MBgGA1UEAwwRcGFnZXMuZmFuZmFyZS5uZXQwWTATBgcqhkjOPQIBBggqhkjOPQMB
BwNCAAT5IDXm3aFHMb9Q27V94W69jnOBd7TZv6WrzErt18+wjmAc7jRidJ8qggKK
FshAOsTVBL2p2zp23pyyuMtI+DMjozEwLzAcBgNVHREEFTATghFwYWdlcy5mYW5m
YXJlLm5ldDAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQD8++bu
IfAE72uA1Y3rC7WgwSpfOP06CRbP8p3wIIh1xwIgaHn/s//nPYvjxbGPhHQeXGT2
xomceJEkYflC0uCxGnk=
-----END CERTIFICATE-----`;

/** A proxy on loopback that answers `PROXY_HOST` over HTTPS and passes requests on to `to()`. */
export async function startHttpsProxy(to: () => string): Promise<{ port: number; close(): void }> {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, CERTIFICATE]);
  const server = createServer({ key: KEY, cert: CERTIFICATE }, ({ url, method, headers }, response) => {
    const passed = { ...headers, "x-forwarded-proto": "https" };
    request(to() + url, { method, headers: passed }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    })
      .on("error", () => response.destroy())
      .end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      setDefaultCACertificates(before);
      server.close();
      server.closeAllConnections();
    },
  };
}
