import * as z from "zod";
import { fileOf, idSchema, member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { CONTACT_ERRORS } from "../contract.ts";

const { post } = routesOf("contacts");

export const personContract = {
  personFile: member("leads.export")
    .route(
      post(
        "/contacts/{id}/data",
        "Everything you hold about a lead, as a JSON file for them; noted as evidence",
      ),
    )
    .errors(pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND"))
    .input(z.object({ id: idSchema }))
    .output(fileOf("application/json")),
};
