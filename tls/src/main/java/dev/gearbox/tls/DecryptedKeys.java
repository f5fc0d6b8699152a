package dev.gearbox.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.KeyStore.PasswordProtection;
import java.security.KeyStore.PrivateKeyEntry;
import java.security.KeyStore.ProtectionParameter;
import java.security.KeyStoreSpi;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Date;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The private keys of a key store, decrypted, as a key store in memory that cannot be changed. The JDK's key manager asks its store for the key in
 * each handshake, and a PKCS12 store then derives the cipher's key from the password with thousands of hashes, which costs more than the handshake.
 * The key manager stays the JDK's, so certificates are chosen as ever: by the name that the client requests, key type, constraints and validity.
 */
final class DecryptedKeys extends KeyStoreSpi {
    private final Map<String, PrivateKeyEntry> entries;

    private DecryptedKeys(Map<String, PrivateKeyEntry> entries) {
        this.entries = entries;
    }

    /**
     * Decrypts the private keys of {@code keys}; its other entries are left out.
     *
     * @throws GeneralSecurityException if one cannot be read
     */
    static KeyStore of(KeyStore keys, char @Nullable [] password) throws GeneralSecurityException {
        Map<String, PrivateKeyEntry> entries = new LinkedHashMap<>();
        for (String alias : Collections.list(keys.aliases())) {
            if (keys.entryInstanceOf(alias, PrivateKeyEntry.class)
                    && keys.getEntry(alias, new PasswordProtection(password)) instanceof PrivateKeyEntry entry) {
                entries.put(alias, entry);
            }
        }
        KeyStore decrypted = new KeyStore(new DecryptedKeys(entries), null, "decrypted") {};
        try {
            decrypted.load(null, null);
        } catch (IOException impossible) {
            throw new AssertionError("nothing is read", impossible);
        }
        return decrypted;
    }

    // ---- What a key manager asks

    @Override
    public Enumeration<String> engineAliases() {
        return Collections.enumeration(entries.keySet());
    }

    @Override
    public boolean engineIsKeyEntry(String alias) {
        return entries.containsKey(alias);
    }

    @Override
    public Certificate @Nullable [] engineGetCertificateChain(String alias) {
        PrivateKeyEntry entry = entries.get(alias);
        return entry == null ? null : entry.getCertificateChain();
    }

    @Override
    public KeyStore.@Nullable Entry engineGetEntry(String alias, @Nullable ProtectionParameter protection) {
        return entries.get(alias);
    }

    // ---- The rest of a key store

    @Override
    public @Nullable Key engineGetKey(String alias, char @Nullable [] password) {
        PrivateKeyEntry entry = entries.get(alias);
        return entry == null ? null : entry.getPrivateKey();
    }

    @Override
    public @Nullable Certificate engineGetCertificate(String alias) {
        PrivateKeyEntry entry = entries.get(alias);
        return entry == null ? null : entry.getCertificate();
    }

    @Override
    public @Nullable Date engineGetCreationDate(String alias) {
        return null;
    }

    @Override
    public boolean engineContainsAlias(String alias) {
        return entries.containsKey(alias);
    }

    @Override
    public int engineSize() {
        return entries.size();
    }

    @Override
    public boolean engineIsCertificateEntry(String alias) {
        return false;
    }

    @Override
    public @Nullable String engineGetCertificateAlias(Certificate certificate) {
        return entries.entrySet().stream()
                .filter(each -> each.getValue().getCertificate().equals(certificate))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    @Override
    public void engineLoad(@Nullable InputStream none, char @Nullable [] password) {
        // Everything is here already; a key store has to be loaded before it may be used.
    }

    @Override
    public void engineSetKeyEntry(String alias, Key key, char @Nullable [] password, Certificate[] chain) {
        throw unchangeable();
    }

    @Override
    public void engineSetKeyEntry(String alias, byte[] key, Certificate[] chain) {
        throw unchangeable();
    }

    @Override
    public void engineSetCertificateEntry(String alias, Certificate certificate) {
        throw unchangeable();
    }

    @Override
    public void engineDeleteEntry(String alias) {
        throw unchangeable();
    }

    @Override
    public void engineStore(OutputStream stream, char @Nullable [] password) {
        throw unchangeable();
    }

    private static UnsupportedOperationException unchangeable() {
        return new UnsupportedOperationException("decrypted keys are neither changed nor stored");
    }
}
