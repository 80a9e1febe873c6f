import { webcrypto } from "node:crypto";
import { X509CertificateGenerator } from "@peculiar/x509";

/** What Amazon would sign its notifications with. */
export async function amazonCertificate(): Promise<{ certificate: string; key: webcrypto.CryptoKey }> {
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", modulusLength: 2048 };
  const keys = await webcrypto.subtle.generateKey(
    { ...algorithm, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ["sign", "verify"],
  );
  const made = await X509CertificateGenerator.createSelfSigned({
    name: "CN=sns.amazonaws.com",
    keys: keys as never,
    signingAlgorithm: algorithm,
  });
  return { certificate: made.toString("pem"), key: keys.privateKey };
}
