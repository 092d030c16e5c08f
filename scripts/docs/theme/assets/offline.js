// SPDX-License-Identifier: BSD-3-Clause
// Browsers start no worker for a page that was opened as a file. The search's worker then runs in a frame, which gets
// and sends the same messages.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.title = "search";
      document.body.appendChild(this.frame);
      window.addEventListener("message", event => {
        if (event.source === this.frame.contentWindow) this.tell(new MessageEvent("message", { data: event.data }));
      });
      // Scripts of a frame load one after the other; a worker's are there when importScripts() returns, and the search
      // waits for what it returns.
      const inside = "postMessage = message => parent.postMessage(message, '*');" +
        "importScripts = (...urls) => urls.reduce((last, url) => last.then(() => new Promise((done, failed) => {" +
        "const script = document.createElement('script'); script.src = url; script.onload = done;" +
        "script.onerror = failed; document.head.appendChild(script); })), Promise.resolve());";
      const page = this.frame.contentDocument;
      page.open();
      page.write("<html><head></head><body><script>" + inside + "</" + "script><script src=\"" + url + "\"></" +
        "script></body></html>");
      page.close();
    }
    tell(event) {
      this.dispatchEvent(event);
      if (this.onmessage) this.onmessage(event);
    }
    // A frame that has not loaded yet hears nothing.
    postMessage(data) {
      const send = () => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
      if (this.frame.contentDocument.readyState === "complete") send();
      else this.frame.contentWindow.addEventListener("load", send);
    }
    terminate() { this.frame.remove(); }
  };
}
