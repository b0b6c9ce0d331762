// The names of the libraries that the other files use.

const { h, render, createContext } = preact;
const { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } = preactHooks;
const html = htm.bind(h);
