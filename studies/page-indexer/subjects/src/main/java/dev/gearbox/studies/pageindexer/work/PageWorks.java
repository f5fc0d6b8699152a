package dev.gearbox.studies.pageindexer.work;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.model.Spec;
import dev.gearbox.studies.pageindexer.fetch.PageWork;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The kinds of work of a study, by spec: {@code arithmetic?least=5ms&most=8ms}. */
public final class PageWorks {
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private record Kind(ModelCard card, Function<Parameters, PageWork> maker) {}

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
            kind("encrypt", "derive a key from a password and encrypt the page", _ -> CipherWork.encrypting()));

    private PageWorks() {}

    private static Kind kind(String name, String summary, Function<Parameters, PageWork> maker, Parameter... given) {
        return new Kind(new ModelCard(name, summary, "", Set.of(), List.of(given)), maker);
    }

    /** Returns all kinds of work. */
    public static List<ModelCard> cards() {
        return KINDS.stream().map(Kind::card).toList();
    }

    /**
     * Prepares the work, which may take a second.
     *
     * @throws BadSpecException if there is no such work; the message lists the valid names
     */
    public static PageWork of(String spec) {
        Spec parsed = Spec.parse("work", spec);
        Kind kind = parsed.among(KINDS, known -> known.card().name());
        return kind.maker().apply(Parameters.of(kind.card(), parsed.given()));
    }

    /**
     * Returns the spec in canonical form.
     *
     * @throws BadSpecException like {@link #of}
     */
    public static String canonical(String spec) {
        Spec parsed = Spec.parse("work", spec);
        Kind kind = parsed.among(KINDS, known -> known.card().name());
        return Parameters.of(kind.card(), parsed.given()).spec();
    }
}
