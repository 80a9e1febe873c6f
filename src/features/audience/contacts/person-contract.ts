import * as z from "zod";
import { fileOf, idSchema, member } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { CONTACT_ERRORS } from "./contract.ts";

/** Everything about one contact. */
export const personContract = {
  personFile: member("leads.export")
    .route({
      method: "POST",
      path: "/contacts/{id}/data",
      tags: ["contacts"],
      summary: "Everything you hold about a lead, as a JSON file for them; noted as evidence",
    })
    .errors(pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND"))
    .input(z.object({ id: idSchema }))
    .output(fileOf("application/json")),
};
