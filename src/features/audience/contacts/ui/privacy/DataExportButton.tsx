import { clientFor } from "#src/kit/api.ts";
import { ExportMenu } from "#src/kit/ExportMenu.tsx";
import { personContract } from "../../privacy/person-contract.ts";

const personApi = clientFor("contacts", personContract);

/** Downloads all data about a lead, to send it to them. */
export function DataExportButton({ id }: { id: string }) {
  return (
    <ExportMenu files={[{ title: "Download their data", load: () => personApi.personFile.call({ id }) }]} />
  );
}
