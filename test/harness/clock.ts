/** The real time, moved by as much as a test says. */
export class TestClock {
  #offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  set(date: Date | string): void {
    this.#offsetMs = new Date(date).getTime() - Date.now();
  }

  advance(ms: number): void {
    this.#offsetMs += ms;
  }
}
