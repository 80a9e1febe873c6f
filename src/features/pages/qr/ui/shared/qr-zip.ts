import { zipSync } from "fflate";
import type { Link } from "#src/features/pages/links/contract.ts";
import { saveFile } from "#src/kit/save-file.ts";

const FILES_AT_ONCE = 4;

interface Codes {
  username: string;
  links: readonly Pick<Link, "id" | "title">[];
  type: "svg" | "png" | "pdf";
}

/** Downloads the codes of a page and of its links as one zip. */
export async function downloadCodes({ username, links, type }: Codes): Promise<void> {
  const wanted = [
    { name: username, query: "" },
    ...links.map(({ id, title }, n) => ({ name: `${n + 1} ${fileName(title)}`, query: `?link=${id}` })),
  ];
  const files: Record<string, Uint8Array> = {};
  const fetchNext = async () => {
    for (let next = wanted.shift(); next; next = wanted.shift()) {
      const answer = await fetch(`/${username}/qr.${type}${next.query}`);
      if (!answer.ok) throw new Error(await answer.text());
      files[`${next.name}.${type}`] = new Uint8Array(await answer.arrayBuffer());
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, fetchNext));
  saveFile(`${username}-qr-codes.zip`, new Blob([zipSync(files, { level: 6 }) as Uint8Array<ArrayBuffer>]));
}

/** What every system accepts as the name of a file. */
function fileName(title: string): string {
  return (
    title
      .replace(/[\p{C}<>:"/\\|?*.]+/gu, " ")
      .trim()
      .slice(0, 60) || "link"
  );
}
