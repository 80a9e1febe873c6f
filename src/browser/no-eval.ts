import { config } from "zod";

// zod tries out whether it may compile checks with `new Function`. It may not: the page's policy refuses, and logs it.
config({ jitless: true });
