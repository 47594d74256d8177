import { assertTokens } from "../corpus/assert-tokens.ts";

describe("lexing TypeScript", () => {
  it("closes two type lists with two tokens, and shifts with one", () => {
    assertTokens("ts", "let a: A<B<C>>= d; a >>= b >> c", "let a : A < B < C > > = d ; a >>= b >> c");
    assertTokens(
      "ts",
      "let a = new A<B<C<D>>>(), b = c >>> 1",
      "let a = new A < B < C < D > > > ( ) , b = c >>> 1",
    );
    assertTokens(
      "ts",
      "type A<T = B<C>> = D<E<T>>; a >> b",
      "type A < T = B < C > > = D < E < T > > ; a >> b",
    );
    assertTokens(
      "ts",
      "class A<T> extends B<C<T>> implements D<E<T>> { f<U extends G<T>>() {} }",
      "class A < T > extends B < C < T > > implements D < E < T > > { f < U extends G < T > > ( ) { } }",
    );
    assertTokens(
      "ts",
      "function f<T extends A<B>>(a?: C<D<T>>): E<F<T>> { return a >> 1 }",
      "function f < T extends A < B > > ( a ? : C < D < T > > ) : E < F < T > > { return a >> 1 }",
    );
    assertTokens(
      "ts",
      "x as A<B<C>>; y satisfies A<B<C>>; <A<B<C>>>z >> 2",
      "x as A < B < C > > ; y satisfies A < B < C > > ; < A < B < C > > > z >> 2",
    );
  });

  it("tells type arguments from comparisons by what follows", () => {
    assertTokens(
      "ts",
      "f<A<B>>(c); f(a < b, c > d); a < b || c >> d",
      "f < A < B > > ( c ) ; f ( a < b , c > d ) ; a < b || c >> d",
    );
    assertTokens(
      "ts",
      "for (let i = 0; i < n; i++) a[i >> 1] = b < c >> 1",
      "for ( let i = 0 ; i < n ; i ++ ) a [ i >> 1 ] = b < c >> 1",
    );
    assertTokens(
      "ts",
      "a < b >> c; f<A>`b`; const g = f<A<B>>; a < (b >> c)",
      "a < b >> c ; f < A > `b` ; const g = f < A < B > > ; a < ( b >> c )",
    );
    assertTokens(
      "ts",
      "f<{ a: A<B>; b(): C<D<E>> }>(x), f<[A<B>, ...C]>(), f<(x: A<B<C>>) => D>(y)",
      "f < { a : A < B > ; b ( ) : C < D < E > > } > ( x ) , f < [ A < B > , ... C ] > ( ) , f < ( x : A < B < C > > ) => D > ( y )",
    );
    assertTokens(
      "ts",
      "f<<T>(x: T) => T>(g); a << b; a?.b<C<D>>()",
      "f < < T > ( x : T ) => T > ( g ) ; a << b ; a ?. b < C < D > > ( )",
    );
    assertTokens(
      "ts",
      "f<z.infer<typeof a>>(); f<(typeof a)[9], A<B>>(c)",
      "f < z . infer < typeof a > > ( ) ; f < ( typeof a ) [ 9 ] , A < B > > ( c )",
    );
    assertTokens("ts", "if (a < /b/.lastIndex) c > /d/", "if ( a < /b/ . lastIndex ) c > /d/");
  });

  it("reads a comparison that only looks like type arguments again as one", () => {
    assertTokens("ts", "a < b >= c; a < b >>> c; d<e>-f", "a < b >= c ; a < b >>> c ; d < e > - f");
    assertTokens("ts", "a < b >> c < d >> e", "a < b >> c < d >> e");
  });

  it("ends an annotation where the code goes on", () => {
    assertTokens("ts", "let a: { b: C }\n/d/g.test(e)", "let a : { b : C } /d/g . test ( e )");
    assertTokens("ts", "function f(): { a: B } { } /c/g", "function f ( ) : { a : B } { } /c/g");
    assertTokens(
      "ts",
      "const f = (a: A = {}, b?: () => void): a is B => { /c/.test(a) }",
      "const f = ( a : A = { } , b ? : ( ) => void ) : a is B => { /c/ . test ( a ) }",
    );
    assertTokens(
      "ts",
      "const f = (a): (A | B) => /c/; type G = (a: A) => B | { c: D }",
      "const f = ( a ) : ( A | B ) => /c/ ; type G = ( a : A ) => B | { c : D }",
    );
    assertTokens(
      "ts",
      "function f(a): asserts a is B { /c/ } function g(this: A): asserts this {}",
      "function f ( a ) : asserts a is B { /c/ } function g ( this : A ) : asserts this { }",
    );
    assertTokens("ts", "a ? (b as C) : d as E ? 1 : g! / 2 / h", "a ? ( b as C ) : d as E ? 1 : g ! / 2 / h");
    assertTokens(
      "ts",
      "class A { a: B<C>\n b?: D = /e/; [f]: G\n readonly delete!: H; i(): J\n k<L>(): M<N<O>> { /p/ } }",
      "class A { a : B < C > b ? : D = /e/ ; [ f ] : G readonly delete ! : H ; i ( ) : J k < L > ( ) : M < N < O > > { /p/ } }",
    );
  });

  it("reads every kind of type", () => {
    assertTokens(
      "ts",
      "type A = B extends (infer C extends D) ? `a${E<F<G>>}b` : -1 | [a?: H, ...b: I[]]",
      "type A = B extends ( infer C extends D ) ? `a${ E < F < G > > }b` : - 1 | [ a ? : H , ... b : I [ ] ]",
    );
    assertTokens(
      "ts",
      "type A = { readonly [K in keyof B as `x${K}`]-?: B[K] } & (abstract new () => C)",
      "type A = { readonly [ K in keyof B as `x${ K }` ] - ? : B [ K ] } & ( abstract new ( ) => C )",
    );
    assertTokens(
      "ts",
      "type A = typeof import('a')<B<C>> | import('b').default<D<E>>",
      "type A = typeof import ( 'a' ) < B < C > > | import ( 'b' ) . default < D < E > >",
    );
    assertTokens(
      "ts",
      "interface A<in T, out U> extends B<C<T>>, D { new <V>(x: V): E<F<V>>; (): void; typeof: G }\n/h/",
      "interface A < in T , out U > extends B < C < T > > , D { new < V > ( x : V ) : E < F < V > > ; ( ) : void ; typeof : G } /h/",
    );
    assertTokens(
      "ts",
      "declare const a: unique symbol; function f<const T>(x: T): typeof x.y<A<B>>;",
      "declare const a : unique symbol ; function f < const T > ( x : T ) : typeof x . y < A < B > > ;",
    );
  });

  it("reads declarations that only TypeScript has", () => {
    assertTokens(
      "ts",
      "declare module 'a' { export type { B as C } from 'd'; let e: F<G<H>> }\n/i/",
      "declare module 'a' { export type { B as C } from 'd' ; let e : F < G < H > > } /i/",
    );
    assertTokens(
      "ts",
      "const enum A { B = 1 << 2, 'c' = B >> 1 }\n/d/; import e = require('f'); export = e",
      "const enum A { B = 1 << 2 , 'c' = B >> 1 } /d/ ; import e = require ( 'f' ) ; export = e",
    );
    assertTokens(
      "ts",
      "type = a / b / c; type\nx = 1; interface / 2; abstract class A { abstract b(): C<D<E>> }",
      "type = a / b / c ; type x = 1 ; interface / 2 ; abstract class A { abstract b ( ) : C < D < E > > }",
    );
  });

  it("tells an arrow function's type parameters from an element in TSX", () => {
    assertTokens(
      "tsx",
      "a = <T,>(x: T) => x >> 1; b = <T extends A<B<C>>>(x: T) => <div>{x}</div>",
      "a = < T , > ( x : T ) => x >> 1 ; b = < T extends A < B < C > > > ( x : T ) => < div > { x } < / div >",
    );
    assertTokens(
      "tsx",
      "type A = <T>(x: T) => B<C<T>>; const d: <T>() => T = <E<F<G>> h={1 >> 2} />",
      "type A = < T > ( x : T ) => B < C < T > > ; const d : < T > ( ) => T = < E < F < G > > h = { 1 >> 2 } / >",
    );
    assertTokens(
      "tsx",
      "f(async <T,>(x: T) => {}, a as <T>(x: T) => void)",
      "f ( async < T , > ( x : T ) => { } , a as < T > ( x : T ) => void )",
    );
  });
});
