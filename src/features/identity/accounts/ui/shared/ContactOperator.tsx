import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { instanceQuery } from "./account-queries.ts";

/** Follows a sentence about asking the operator, and adds their address if it's set. */
export function ContactOperator() {
  const address = useQuery(instanceQuery()).data?.support_address;
  if (!address) return null;
  const link = (
    <Anchor inherit href={`mailto:${address}`}>
      {address}
    </Anchor>
  );
  return <> Write to {link}.</>;
}
