package dev.gearbox.studies.pageindexer.work;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.model.Spec;
import dev.gearbox.studies.pageindexer.fetch.PageWork;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The kinds of work of a study, by spec: {@code arithmetic?least=5ms&most=8ms}. */
public final class PageWorks {
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private record Kind(ModelCard card, Maker maker) {}

    /** Prepares a kind of work; {@code results}: the server that takes results, if there is one. */
    private interface Maker {
        PageWork make(Parameters given, Optional<InetSocketAddress> results);
    }

    private static final List<Kind> KINDS = List.of(
            kind("none", "nothing", _ -> _ -> 0),
            kind(
                    "arithmetic",
                    "integer arithmetic that takes a given time alone on a core, between two bounds and different for each page",
                    Arithmetic::of,
                    new Parameter.Time("least", Duration.ofMillis(1), LONGEST, "5ms", "minimum time"),
                    new Parameter.Time("most", Duration.ofMillis(1), LONGEST, "8ms", "maximum time"),
                    new Parameter.Int(
                            "pace",
                            0,
                            Integer.MAX_VALUE,
                            "0",
                            "steps per millisecond, if calibrated before; 0: calibrate at the start"),
                    new Parameter.Choice(
                            "shared",
                            List.of(Arithmetic.NOTHING, Arithmetic.RANDOM),
                            Arithmetic.NOTHING,
                            "what all threads share: a random generator from which each step draws")),
            kind("html", "parse the page as HTML and index its text, in memory", _ -> new HtmlWork()),
            kind("xml", "parse an XML document as long as the page", _ -> new XmlWork()),
            kind("regex", "search the page for dates, addresses, numbers and links", _ -> new RegexWork()),
            kind("verify", "verify an ECDSA signature and digest the page", _ -> new VerifyWork()),
            kind("decrypt", "derive a key from a password and decrypt the page", _ -> CipherWork.decrypting()),
            kind("encrypt", "derive a key from a password and encrypt the page", _ -> CipherWork.encrypting()),
            new Kind(
                    card(
                            "push",
                            "send a result on to another server, and wait for its status",
                            new Parameter.Int("bytes", 1, 1 << 20, "256", "size of the result")),
                    PageWorks::push));

    private PageWorks() {}

    private static Kind kind(String name, String summary, Function<Parameters, PageWork> maker, Parameter... given) {
        return new Kind(card(name, summary, given), (parameters, _) -> maker.apply(parameters));
    }

    private static ModelCard card(String name, String summary, Parameter... given) {
        return new ModelCard(name, summary, "", Set.of(), List.of(given));
    }

    private static PageWork push(Parameters given, Optional<InetSocketAddress> results) {
        return new PushWork(
                results.orElseThrow(() -> new BadSpecException(
                        "push sends results to the origin of a job, and here is none. Take another kind of work")),
                given.integer("bytes"));
    }

    /** Returns all kinds of work. */
    public static List<ModelCard> cards() {
        return KINDS.stream().map(Kind::card).toList();
    }

    /**
     * Prepares the work, which may take a second.
     *
     * @throws BadSpecException if there is no such work, or it needs a server for its results; the message says what there is
     */
    public static PageWork of(String spec) {
        return of(spec, Optional.empty());
    }

    /**
     * Prepares the work, where a server takes results.
     *
     * @param results answers {@code POST /results}
     * @throws BadSpecException like {@link #of(String)}
     */
    public static PageWork of(String spec, InetSocketAddress results) {
        return of(spec, Optional.of(results));
    }

    private static PageWork of(String spec, Optional<InetSocketAddress> results) {
        Spec parsed = Spec.parse("work", spec);
        Kind kind = parsed.among(KINDS, known -> known.card().name());
        return kind.maker().make(Parameters.of(kind.card(), parsed.given()), results);
    }

    /**
     * Returns the spec in canonical form.
     *
     * @throws BadSpecException like {@link #of(String)}
     */
    public static String canonical(String spec) {
        Spec parsed = Spec.parse("work", spec);
        Kind kind = parsed.among(KINDS, known -> known.card().name());
        return Parameters.of(kind.card(), parsed.given()).spec();
    }
}
