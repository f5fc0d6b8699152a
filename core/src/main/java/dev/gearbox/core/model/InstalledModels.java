package dev.gearbox.core.model;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Engines;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * The models on the module path or the class path. A model that cannot be loaded, because a jar that it needs is missing or has another version, does not
 * affect the others.
 *
 * @param models by name
 * @param broken providers that could not be loaded, each with the reason
 */
public record InstalledModels(List<IoModel> models, List<String> broken) {
    public InstalledModels {
        models = List.copyOf(models);
        broken = List.copyOf(broken);
    }

    public static InstalledModels find() {
        return from(ServiceLoader.load(IoModel.class, Engines.class.getClassLoader())
                .iterator());
    }

    static InstalledModels from(Iterator<IoModel> providers) {
        record NamedModel(String name, IoModel model) {}
        List<NamedModel> found = new ArrayList<>();
        Set<String> broken = new LinkedHashSet<>();
        boolean more = true;
        while (more) {
            try {
                more = providers.hasNext();
                if (more) {
                    IoModel model = providers.next();
                    found.add(new NamedModel(model.card().name(), model));
                }
            } catch (ServiceConfigurationError | LinkageError failure) {
                // The loader continues with the next provider; the same failure twice means that it does not.
                more = broken.add(words(failure));
            }
        }
        return new InstalledModels(
                found.stream()
                        .sorted(Comparator.comparing(NamedModel::name))
                        .map(NamedModel::model)
                        .toList(),
                List.copyOf(broken));
    }

    /** Returns in one line why something could not be loaded: the outermost message, which names the provider, and the innermost cause. */
    public static String words(Error failure) {
        Throwable root = failure;
        for (Throwable next; (next = root.getCause()) != null; ) {
            root = next;
        }
        String outer = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        return root.equals(failure) && !(failure instanceof LinkageError) ? outer : outer + " (" + root + ")";
    }

    /**
     * Returns the model that a spec names.
     *
     * @throws BadSpecException if there is none; names the nearest one, all models, and those that could not be loaded
     */
    public IoModel named(Spec spec) {
        if (models.isEmpty() && broken.isEmpty()) {
            throw new BadSpecException(
                    "no engine \"" + spec.name() + "\". There is none at all: no jar with engines is on"
                            + " the class path or the module path (dev.gearbox:gearbox-engines-jdk is one), or its META-INF/services"
                            + " was lost when jars were merged");
        }
        try {
            return spec.among(models, known -> known.card().name());
        } catch (BadSpecException unknown) {
            if (broken.isEmpty()) {
                throw unknown;
            }
            throw new BadSpecException(
                    unknown.getMessage() + ". Could not be loaded: " + String.join("; ", broken), unknown);
        }
    }
}
