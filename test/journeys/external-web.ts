import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { X509CertificateGenerator } from "@peculiar/x509";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const PAGE = "<title>There</title><h1>You arrived</h1>";

export interface ExternalWeb {
  /** Arguments that send a browser here for every host except our own. */
  browserArgs: string[];
  /** What was requested, such as `example.com/tour`. */
  asked: string[];
  stop(): void;
}

/** The rest of the web: a server on loopback that answers every URL with one page. */
export async function startExternalWeb(): Promise<ExternalWeb> {
  const asked: string[] = [];
  const server = createServer(await makeCertificate(), ({ headers, url }, response) => {
    asked.push(`${headers.host}${url}`);
    response.setHeader("content-type", "text/html").end(PAGE);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    browserArgs: [
      `--host-resolver-rules=MAP * 127.0.0.1:${port}, EXCLUDE localhost`,
      "--ignore-certificate-errors",
    ],
    asked,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: "CN=Everybody else",
    keys,
    signingAlgorithm: ALGORITHM,
  });
  const key = Buffer.from(await crypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  return {
    key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----`,
    cert: certificate.toString("pem"),
  };
}
