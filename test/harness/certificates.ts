import { getCACertificates, setDefaultCACertificates } from "node:tls";
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { onTestFinished } from "vitest";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/** A certificate for a host by an authority of our own, which this process trusts until the test is over. */
export async function trustedCertificate(host: string): Promise<{ key: string; cert: string }> {
  const make = () => crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const [authority, keys] = [await make(), await make()];
  const issuer = "CN=Authority of tests";
  const root = await X509CertificateGenerator.createSelfSigned({
    name: issuer,
    keys: authority,
    signingAlgorithm: ALGORITHM,
    extensions: [new BasicConstraintsExtension(true)],
  });
  const certificate = await X509CertificateGenerator.create({
    issuer,
    subject: `CN=${host}`,
    publicKey: keys.publicKey,
    signingKey: authority.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [new SubjectAlternativeNameExtension([{ type: "dns", value: host }])],
  });
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, root.toString("pem")]);
  onTestFinished(() => setDefaultCACertificates(before));
  const key = Buffer.from(await crypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  return {
    key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----`,
    cert: certificate.toString("pem"),
  };
}
